/** Names for statements that come again: under its name a connection parses and plans a statement once. */

/** A connection keeps what has a name, some ten kilobytes each. */
const mostNamed = 300
const mostNoted = 5000

export interface StatementNames {
  /** Undefined for a statement that goes without. */
  of(sql: string): string | undefined
  /** The next time it gets another. */
  forget(sql: string): void
}

export function statementNames(): StatementNames {
  const names = new Map<string, string>()
  const noted = new Set<string>()
  let made = 0
  return {
    of(sql) {
      const had = names.get(sql)
      if (had !== undefined || names.size >= mostNamed) return had
      if (!noted.delete(sql)) {
        if (noted.size >= mostNoted) noted.clear()
        noted.add(sql)
        return undefined
      }
      const name = `s${++made}`
      names.set(sql, name)
      return name
    },
    forget: (sql) => void names.delete(sql),
  }
}
