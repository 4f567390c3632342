/** The server's process: opens the database, serves, ends in order. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Plain, readStart, type StartOptions, usageText } from './commandLine.ts'
import { openData, prepareFolder } from './dataFolder.ts'
import type { Logger } from './http/request/handler.ts'
import { jsonLog } from './http/log.ts'
import { probe } from './listen.ts'
import type { TerminalOperator } from './reset.ts'

const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const silent = (): void => {}

function loggerOf(level: StartOptions['log']): Logger {
  const log = jsonLog((line) => void process.stderr.write(line))
  return { info: level === 'info' ? log.info : silent, warn: level === 'error' ? silent : log.warn, error: log.error }
}

/** Asks on the terminal; an empty answer when it is closed instead. */
function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  return new Promise<string>((answered) => {
    terminal.question(question, answered)
    terminal.once('SIGINT', () => {
      say()
      terminal.close()
    })
    terminal.once('close', () => answered(''))
  }).finally(() => terminal.close())
}

async function reset(start: StartOptions, url: string): Promise<void> {
  const { resetDatabase, resetFolder } = await import('./reset.ts')
  const person: TerminalOperator = { say, ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined }
  if (start.databaseUrl === undefined) return resetFolder(start, person)
  const db = await openData(start, () => url)
  try {
    await resetDatabase(db, start, person)
  } finally {
    await db.close()
  }
}

/** Serves the database, which opens in its own thread while the rest of the program is read. */
async function begin(start: StartOptions, url: string, renew: () => void) {
  const opening = openData(start, () => url)
  // it may be refused before anybody waits for it
  opening.catch(silent)
  const { servePlatform: serve } = await import('./serve.ts')
  const running = await serve(start, url, opening, loggerOf(start.log), renew)
  last = running.log
  return running
}

async function main(): Promise<void> {
  const start = readStart(process.argv.slice(2), process.env)
  if (!start) return say(usageText)
  const url = `http://${start.host.includes(':') ? `[${start.host}]` : start.host}:${start.port}`
  const log = loggerOf(start.log)
  await probe(start)
  prepareFolder(start)
  if (start.reset) await reset(start, url)
  const began = !existsSync(path.join(start.data, 'db')) && start.databaseUrl === undefined
  if (began) say('Preparing the database; this takes a few seconds the first time.')
  let ending = false
  // everything a server remembers belongs to the state before a restore: it ends, database and all, and another one begins
  const renew = (): void => {
    anew = anew
      .then(async () => {
        if (ending) return
        await running.end()
        if (!ending) running = await begin(start, url, renew)
      })
      .catch((error: unknown) => {
        log.error({ error }, 'the server could not start anew')
        process.exit(1)
      })
  }
  let anew = Promise.resolve()
  let running = await begin(start, url, renew)
  endInOrder(async () => {
    ending = true
    await anew
    await running.end()
  }, log)
  await running.greet().catch((error: unknown) => {
    if (!ending) log.error({ error }, 'could not say who may come in')
  })
}

/** Ends once for the first signal, at once for the second, and never later than this, ms. */
const longest = 4800
/** Signals within this time, ms, are one: a terminal tells the whole group, and what started the server passes it on as well. */
const together = 500

function endInOrder(end: () => Promise<void>, log: Logger): void {
  let ending: number | undefined
  const stop = (): void => {
    if (ending !== undefined) {
      if (performance.now() - ending > together) process.exit(1)
      return
    }
    ending = performance.now()
    setTimeout(() => process.exit(1), longest).unref()
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'did not end in order')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

// a mistake in one call must not end the others
let last: Logger = jsonLog((line) => void process.stderr.write(line))
process.on('unhandledRejection', (error) => last.error({ event: 'server-uncaught', error }, 'nobody waited for this'))
process.on('uncaughtException', (error) => last.error({ event: 'server-uncaught', error }, 'nobody caught this'))
for (const stream of [process.stdout, process.stderr]) stream.on('error', silent)

main().catch((error: unknown) => {
  if (error instanceof Plain) process.stderr.write(`${error.message}\n`)
  else last.error({ error }, 'the server could not start')
  process.exit(1)
})
