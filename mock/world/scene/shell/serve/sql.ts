/**
 * A small part of SQL over small tables: what a page of a shop asks, and what people make of it who write more than a name into its form.
 * Reads a text once, looks at every row once for each part; nothing here takes longer than its tables are.
 */
type Cell = string | number
type Row = Readonly<Record<string, Cell>>
export type Tables = Readonly<Record<string, readonly Row[]>>
export class SqlError extends Error {}

type Token = { is: 'word' | 'text' | 'number' | 'sign'; text: string }
const most = { text: 2000, rows: 1000 } as const

function tokens(sql: string): Token[] {
  if (sql.length > most.text) throw new SqlError('statement is too long')
  const out: Token[] = []
  for (let i = 0; i < sql.length; ) {
    const rest = sql.slice(i)
    if (/^(-- |--$|#)/.test(rest)) break
    const [space] = /^\s+/.exec(rest) ?? []
    if (space) {
      i += space.length
      continue
    }
    if (rest.startsWith("'")) {
      let text = ''
      let at = 1
      for (; ; at++) {
        const c = rest[at]
        if (c === undefined) throw near(rest)
        if (c === "'" && rest[at + 1] !== "'") break
        if (c === "'") at++
        text += c
      }
      out.push({ is: 'text', text })
      i += at + 1
      continue
    }
    const [word] = /^[A-Za-z_][\w.]*|^`[\w.]+`/.exec(rest) ?? []
    const [number] = /^\d+(\.\d+)?/.exec(rest) ?? []
    const [sign] = /^(<>|!=|<=|>=|[=<>(),*;])/.exec(rest) ?? []
    const found = word ?? number ?? sign
    if (found === undefined) throw near(rest)
    out.push({ is: word ? 'word' : number ? 'number' : 'sign', text: found.replaceAll('`', '') })
    i += found.length
  }
  return out
}
const near = (rest: string) =>
  new SqlError(
    `You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near '${rest.slice(0, 60)}' at line 1`,
  )

type Value = (row: Row) => Cell
type Test = (row: Row) => boolean

export interface SimulatedSqlResult {
  columns: string[]
  rows: Cell[][]
}

/** Every table as `information_schema` tells of it. */
function withSchema(tables: Tables): Tables {
  const names = Object.keys(tables)
  return {
    ...tables,
    'information_schema.tables': names.map((n) => ({ table_schema: 'app', table_name: n })),
    'information_schema.columns': names.flatMap((n) =>
      Object.keys(tables[n]?.[0] ?? {}).map((c) => ({ table_schema: 'app', table_name: n, column_name: c })),
    ),
  }
}

export function select(sql: string, given: Tables): SimulatedSqlResult {
  const tables = withSchema(given)
  const all = tokens(sql)
  let at = 0
  const peek = (text: string) => all[at]?.is !== 'text' && all[at]?.text.toLowerCase() === text
  const take = (text: string) => (peek(text) ? (at++, true) : false)
  const rest = () =>
    near(
      all
        .slice(at)
        .map((t) => (t.is === 'text' ? `'${t.text}'` : t.text))
        .join(' '),
    )
  const need = (text: string) => {
    if (!take(text)) throw rest()
  }
  const next = (): Token => {
    const t = all[at++]
    if (!t) throw near('')
    return t
  }

  function value(columns: readonly string[]): Value {
    const t = next()
    if (t.is === 'text') return () => t.text
    if (t.is === 'number') return () => Number(t.text)
    if (t.is === 'sign') {
      at--
      throw rest()
    }
    const name = t.text.toLowerCase()
    if (take('(')) {
      const args: Value[] = []
      if (!take(')')) {
        do args.push(value(columns))
        while (take(','))
        need(')')
      }
      if (name === 'concat')
        return (r) =>
          args
            .map((a) => String(a(r)))
            .join('')
            .slice(0, most.text)
      if (name === 'version') return () => '10.11.6-MariaDB'
      if (name === 'database') return () => 'app'
      if (name === 'upper') return (r) => String(args[0]?.(r) ?? '').toUpperCase()
      if (name === 'lower') return (r) => String(args[0]?.(r) ?? '').toLowerCase()
      if (name === 'length') return (r) => String(args[0]?.(r) ?? '').length
      throw new SqlError(`FUNCTION app.${t.text} does not exist`)
    }
    if (name === 'null') return () => ''
    const own = columns.find((c) => c.toLowerCase() === name)
    if (own === undefined) throw new SqlError(`Unknown column '${t.text}' in 'field list'`)
    return (r) => r[own] ?? ''
  }
  function compare(columns: readonly string[]): Test {
    if (take('not')) {
      const inner = compare(columns)
      return (r) => !inner(r)
    }
    if (take('(')) {
      const inner = either(columns)
      need(')')
      return inner
    }
    const left = value(columns)
    const op = all[at]
    if (op?.is === 'sign' && /^(=|<>|!=|<|>|<=|>=)$/.test(op.text)) {
      at++
      const right = value(columns)
      return (r) => holds(left(r), op.text, right(r))
    }
    const not = take('not')
    if (take('like')) {
      const right = value(columns)
      return (r) => like(String(left(r)), String(right(r))) !== not
    }
    return (r) => Number(left(r)) !== 0 && left(r) !== ''
  }
  function both(columns: readonly string[]): Test {
    let test = compare(columns)
    while (take('and')) {
      const [a, b] = [test, compare(columns)]
      test = (r) => a(r) && b(r)
    }
    return test
  }
  function either(columns: readonly string[]): Test {
    let test = both(columns)
    while (take('or')) {
      const [a, b] = [test, both(columns)]
      test = (r) => a(r) || b(r)
    }
    return test
  }

  function one(): SimulatedSqlResult {
    need('select')
    // columns are understood when their table is known
    const start = at
    for (let deep = 0; at < all.length; at++) {
      if (peek('(')) deep++
      if (peek(')')) deep--
      if (deep === 0 && (peek('from') || peek('union') || peek('order') || peek('limit') || peek(';'))) break
    }
    const end = at
    let source: readonly Row[] = [{}]
    let columns: string[] = []
    if (take('from')) {
      const name = next().text.toLowerCase()
      const found = Object.keys(tables).find((t) => t.toLowerCase() === name)
      if (found === undefined) throw new SqlError(`Table 'app.${name}' doesn't exist`)
      source = tables[found] ?? []
      columns = [...new Set(source.flatMap((r) => Object.keys(r)))]
    }
    const after = at
    at = start
    const wanted: { name: string; of: Value }[] = []
    do {
      if (take('*')) for (const c of columns) wanted.push({ name: c, of: (r) => r[c] ?? '' })
      else {
        const from = at
        const of = value(columns)
        const name = all
          .slice(from, at)
          .map((t) => t.text)
          .join('')
        wanted.push({ name: take('as') ? next().text : name, of })
      }
    } while (take(','))
    if (at !== end) throw rest()
    at = after
    const fits = take('where') ? either(columns) : () => true
    return { columns: wanted.map((w) => w.name), rows: source.filter(fits).map((r) => wanted.map((w) => w.of(r))) }
  }

  const out = one()
  for (let parts = 0; take('union'); parts++) {
    if (parts > 10) throw new SqlError('too many parts')
    take('all')
    const more = one()
    if (more.columns.length !== out.columns.length)
      throw new SqlError('The used SELECT statements have a different number of columns')
    out.rows.push(...more.rows)
  }
  if (take('order')) {
    need('by')
    const t = next()
    const n = t.is === 'number' ? Number(t.text) - 1 : out.columns.indexOf(t.text)
    if (n < 0 || n >= out.columns.length) throw new SqlError(`Unknown column '${t.text}' in 'order clause'`)
    const back = take('desc')
    take('asc')
    out.rows.sort((a, b) => ((a[n] ?? '') < (b[n] ?? '') ? -1 : 1) * (back ? -1 : 1))
  }
  if (take('limit')) out.rows = out.rows.slice(0, Number(next().text))
  take(';')
  if (at < all.length) throw rest()
  return { columns: out.columns, rows: out.rows.slice(0, most.rows) }
}

function holds(a: Cell, op: string, b: Cell): boolean {
  const [x, y] =
    typeof a === 'number' || typeof b === 'number'
      ? [Number.parseFloat(String(a)) || 0, Number.parseFloat(String(b)) || 0]
      : [a.toLowerCase(), b.toLowerCase()]
  if (op === '=') return x === y
  if (op === '<>' || op === '!=') return x !== y
  if (op === '<') return x < y
  if (op === '>') return x > y
  return op === '<=' ? x <= y : x >= y
}
/** `%` is anything: the parts between are looked for from left to right. */
function like(text: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split('%')
  let rest = text.toLowerCase()
  if (parts.length === 1) return rest === parts[0]
  const first = parts.shift() ?? ''
  const last = parts.pop() ?? ''
  if (!rest.startsWith(first) || !rest.endsWith(last) || rest.length < first.length + last.length) return false
  rest = rest.slice(first.length, rest.length - last.length)
  for (const p of parts) {
    const i = rest.indexOf(p)
    if (i < 0) return false
    rest = rest.slice(i + p.length)
  }
  return true
}

/** As a client on a terminal shows it. */
export function sqlResultText({ columns, rows }: SimulatedSqlResult): string {
  const widths = columns.map((c, i) => Math.max(c.length, ...rows.map((r) => String(r[i] ?? '').length)))
  const line = `+${widths.map((w) => '-'.repeat(w + 2)).join('+')}+\n`
  const of = (cells: readonly Cell[]) => `|${cells.map((c, i) => ` ${String(c).padEnd(widths[i] ?? 0)} `).join('|')}|\n`
  return rows.length ? `${line}${of(columns)}${line}${rows.map(of).join('')}${line}` : 'Empty set\n'
}
