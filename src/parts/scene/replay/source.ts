/** Where a recording is read: by its own id, to be watched or kept, or as one of an answer that is marked, which does not say whose it is. */
export type RecordingSource = { recording: string; keep?: true } | { sheet: string; item: string; n: number }

export const callOf = (s: RecordingSource) =>
  'recording' in s
    ? ({
        route: 'GET /recordings/:id/content',
        args: { params: { id: s.recording }, query: s.keep ? {} : { watch: 'true' } },
      } as const)
    : ({
        route: 'GET /exam-sheets/:id/recording',
        args: { params: { id: s.sheet }, query: { item: s.item, n: s.n } },
      } as const)
