"""People: who they are, how they sign in, and everything that belongs to an account. One sign-in serves four apps."""
