"""What does a format declare? Its declarations, those it inherits, its ledger of clauses."""
