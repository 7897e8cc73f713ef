"""What table and terminal both say of Festung Europa."""
