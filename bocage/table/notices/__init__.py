"""Players who are away are told that it is their turn: by mail, or at a web address of theirs."""
