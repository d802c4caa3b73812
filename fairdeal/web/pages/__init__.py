"""The pages: who may open which, and what each answers."""
