"""What the law and the house allow."""
