"""How keys are written: templates, and the codecs that write each part so that it sorts and reads back."""
