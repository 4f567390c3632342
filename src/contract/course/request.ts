/** Asking for a course in plain words. */
export const requestStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const
export const requestLimits = {
  /** Characters of what somebody writes with it, or as an answer. */
  text: 500,
  atOnce: 200,
} as const
