/** A service as whoever runs it tells of it; a real platform puts drivers of its own in these places. */
import type { BusinessService, ServiceLogLine } from '#src/contract/operation/service.schema.ts'
import type { ServiceLogLevel, ServiceName } from '#src/contract/operation/service.ts'
import type { Queryable } from '#mock/db/db.ts'

export interface LogWanted {
  /** Words a line has to hold, without regard to case. */
  q: string | undefined
  levels: readonly ServiceLogLevel[] | undefined
  before: Date
  most: number
}
/** `more`: there are lines before the first of these. */
export interface LogFound {
  lines: ServiceLogLine[]
  more: boolean
}

type ServiceFacts = Omit<BusinessService, 'id' | 'can'>

export interface ServiceDriver {
  name: ServiceName
  facts(q: Queryable, now: Date): Promise<ServiceFacts>
  /** Undefined where a restart is somebody else's. Begins it in the transaction; `after` runs once that is committed. */
  restart?(q: Queryable, now: Date, by: string): Promise<{ after?: () => void }>
  /** Newest last. */
  log(q: Queryable, wanted: LogWanted): Promise<LogFound>
}

export const matchesLogQuery = (line: ServiceLogLine, { q, levels }: Pick<LogWanted, 'q' | 'levels'>): boolean =>
  (!levels?.length || levels.includes(line.level)) && (!q || line.text.toLowerCase().includes(q.toLowerCase()))
