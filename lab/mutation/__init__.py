"""Which small mistakes would the scenarios notice? Mutants and what becomes of them."""
