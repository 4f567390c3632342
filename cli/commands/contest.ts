/** `range contest`: running flag contests from a terminal. Setting one up is `range flag-contest`. */
import { Option } from 'commander'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { contestStatuses, type ContestStatus } from '#src/contract/contest/status.ts'
import type { FlagContest } from '#src/contract/contest/flagContest.schema.ts'
import { connectToServer } from '../context.ts'
import { exits, usageError } from '../errors.ts'
import { localDateTime } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { sure, yesOption } from '../sure.ts'

interface Where {
  api?: string
}
const points = (amount: number): number => amount / pointUnit
const apiOption = (): Option => new Option('--api <url>', 'address of the server')

const facts = (c: FlagContest): [string, unknown][] => [
  ['contest', c.name],
  ['status', c.frozen ? `${c.status}, board frozen` : c.status],
  ['start', c.start_at ?? (c.start_mode === 'go' ? 'when staff say go' : c.starts_at)],
  ['freeze', c.freeze_at],
  ['end', c.end_at],
  ['thaw', c.freeze_at === null ? null : (c.thaw_at ?? 'when staff say so')],
  ['challenges', c.challenges],
  ['entries', c.waiting ? `${c.entries}, and ${c.waiting} that wait to be let in` : c.entries],
  ['organisers', c.organiser_names],
  ['referees', c.referee_names],
  ['observers', c.observer_names],
]

/** What staff say, by the word of the command. */
const deeds = {
  go: { event: 'start', about: 'start a contest that waits for it' },
  pause: { event: 'pause', about: 'pause it: nothing is taken, and the end moves' },
  recover: { event: 'recover', about: 'go on after a pause' },
  finish: { event: 'finish', about: 'end it now, for good' },
} as const

export const contests: RegisterCommand = (parent, run, io) => {
  const own = parent
    .command('contest')
    .description('running flag contests: list, show, board, go, pause, recover, finish, rescore')
    .addHelpText(
      'after',
      `
Examples:
  range contest list --status ongoing
  range contest board 01a1fd6f-…              everything, also behind a freeze
  range contest board 01a1fd6f-… --public     as participants see it
  range contest pause 01a1fd6f-…
  range contest rescore 01a1fd6f-… --check    ends with 1 where a score differs

Contests are set up, changed and removed with range flag-contest.`,
    )

  own
    .command('list')
    .description('contests, the latest first')
    .addOption(new Option('--status <status...>', 'only these').choices(contestStatuses))
    .option('--q <text>', 'text in name or description')
    .option('--page <n>', 'which page, from 1')
    .addOption(apiOption())
    .action(
      run(async (o: Where & { status?: ContestStatus[]; q?: string; page?: string }) => {
        const { status, q, page } = o
        const data = await connectToServer(io, o.api).client('GET /flag-contests', {
          query: {
            ...(status ? { status } : {}),
            ...(q === undefined ? {} : { q }),
            ...(page === undefined ? {} : { page: Number(page) }),
          },
        })
        return {
          data,
          table: {
            columns: ['id', 'contest', 'status', 'start', 'end', 'challenges', 'entries', 'waiting'],
            name: 'contest',
            spare: ['waiting', 'challenges'],
            rows: data.items.map((c) => [
              c.id,
              c.name,
              c.frozen ? `${c.status}, frozen` : c.status,
              c.start_at ?? c.starts_at,
              c.end_at,
              c.challenges,
              c.entries,
              c.waiting,
            ]),
          },
          page: data,
        }
      }),
    )

  own
    .command('show')
    .description('how a contest stands')
    .argument('<id>', 'as the list shows it')
    .addOption(apiOption())
    .action(
      run(async (id: string, o: Where) => {
        const data = await connectToServer(io, o.api).client('GET /flag-contests/:id', { params: { id } })
        return { data, table: { columns: ['', data.name], rows: facts(data).slice(1), lines: [data.name] } }
      }),
    )

  own
    .command('board')
    .description('ranks and scores')
    .argument('<id>', 'as the list shows it')
    .option('--public', 'as participants see it: up to the freeze')
    .addOption(apiOption())
    .action(
      run(async (id: string, o: Where & { public?: true }) => {
        const { client } = connectToServer(io, o.api)
        const route = o.public ? 'GET /contests/:id/board' : 'GET /flag-contests/:id/board'
        const data = await client(route, { params: { id } })
        return {
          data,
          table: {
            columns: ['rank', 'entry', 'score', 'solved', 'last solve', 'id'],
            name: 'entry',
            spare: ['id', 'last solve'],
            rows: data.rows.map((r) => [r.rank, r.name, points(r.score), r.solved, r.last_at, r.id]),
          },
          notes: [
            ...(data.frozen_at === null ? [] : [`Frozen since ${localDateTime(data.frozen_at)}.`]),
            ...(data.hidden ? ['The board is hidden.'] : []),
          ],
        }
      }),
    )

  own
    .command('rescore')
    .description('reckon all scores anew and compare them with the board; changes nothing')
    .argument('<id>', 'as the list shows it')
    .option('--check', 'say so, as nothing else is done')
    .addOption(apiOption())
    .action(
      run(async (id: string, o: Where & { check?: true }) => {
        if (!o.check) throw usageError('Scores are never overwritten: rescore compares them. Add --check.')
        const data = await connectToServer(io, o.api).client('GET /flag-contests/:id/rescore', { params: { id } })
        const place = (p: { rank: number; score: number } | null) =>
          p === null ? '' : `${points(p.score)} (${p.rank})`
        const said = `${data.rows} rows of the ledger, ${data.entries} entries`
        if (!data.differences.length) return { data, text: `${said}: every score and rank is as the board has it.` }
        return {
          data,
          table: {
            columns: ['entry', 'on the board', 'reckoned anew', 'id'],
            name: 'entry',
            spare: ['id'],
            rows: data.differences.map((d) => [d.name, place(d.shown), place(d.anew), d.id]),
          },
          notes: [`${said}: ${data.differences.length} differ.`],
          exit: exits.failed,
        }
      }),
    )

  for (const [word, { event, about }] of Object.entries(deeds)) {
    const command = own.command(word).description(about).argument('<id>', 'as the list shows it').addOption(apiOption())
    if (word === 'finish') command.addOption(yesOption())
    command.action(
      run(async (id: string, o: Where & { yes?: boolean }) => {
        const { client } = connectToServer(io, o.api)
        const params = { id }
        if (word === 'finish')
          await sure(io, o.yes, async () => {
            const { name } = await client('GET /flag-contests/:id', { params })
            return `End “${name}” now? It cannot be started again.`
          })
        const data = await client(`POST /flag-contests/:id/${event}`, { params, body: {} })
        return { data, text: `${data.name}: ${data.status}, ends ${localDateTime(data.end_at)}.` }
      }),
    )
  }
}
