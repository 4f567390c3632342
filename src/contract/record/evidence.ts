/** Evidence: what somebody did and how well, line by line, and never changed afterwards. */

export const evidenceKinds = ['section', 'course', 'exam', 'flag'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Which meaning of results a line was written by: 1 is the share of the points, and 1 for what is done or not. */
export const evidenceRule = 1

export const recordFormats = ['csv', 'xlsx', 'xapi'] as const
