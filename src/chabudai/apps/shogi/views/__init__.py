"""What templates show: boards, lists of moves and graphs as plain values, made of records."""
