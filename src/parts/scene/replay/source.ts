/** Where a recording is read: by its own id, to be watched or kept, or as one of an answer or a report that is marked, by its place there. */
export type RecordingSource =
  | { recording: string; keep?: true }
  | { sheet: string; item: string; n: number }
  | { report: string; n: number }

export const callOf = (s: RecordingSource) =>
  'recording' in s
    ? ({
        route: 'GET /recordings/:id/content',
        args: { params: { id: s.recording }, query: { watch: s.keep ? undefined : ('true' as const) } },
      } as const)
    : 'report' in s
      ? ({
          route: 'GET /course-reports/:id/evidence/:n',
          args: { params: { id: s.report, n: String(s.n) } },
        } as const)
      : ({
          route: 'GET /exam-sheets/:id/recording',
          args: { params: { id: s.sheet }, query: { item: s.item, n: s.n } },
        } as const)
