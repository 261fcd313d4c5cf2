/** What a caller may ask for, on the command line and over MCP alike. Whole tokens; seconds up to a day. */
export const limits = {
  budgetTokens: { least: 200, most: 100_000 },
  deadlineSeconds: { least: 1, most: 86_400 },
} as const;
