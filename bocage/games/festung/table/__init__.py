"""What Festung Europa brings to the table in the browser."""
