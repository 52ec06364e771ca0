"""What survives: chats, recordings, profiles, settings and keys."""
