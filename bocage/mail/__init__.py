"""Play by mail: a match as a file that the sides send to each other, without a server. `docs/mail.md` tells how."""
