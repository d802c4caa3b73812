"""The par sheet as a document: one page of HTML, or a PDF, that state the same."""
