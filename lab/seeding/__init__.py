"""What finds the mistakes that authors make? Single mistakes of many classes, and their finders."""
