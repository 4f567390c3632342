/** A contest for a hall, its reveal, and its scores reckoned anew. */
import { routes } from '../lib/route.ts'
import { ContestDisplay, ContestReveal, Rescored, RevealControl, RevealTo } from './display.schema.ts'
import { flagContestRunning } from './flagContest.ts'

/** The page opens for anybody; the server looks whom the contest is for. */
const hall = { screens: 'signed-in', serves: ['flag-display'] } as const

export const contestDisplayRoutes = routes({
  'GET /contests/:id/display': {
    summary: 'The board, the last solves and the graph, as far as somebody may know them who takes no part',
    ...hall,
    reply: ContestDisplay,
  },
  'GET /contests/:id/reveal': {
    summary: 'The reveal as far as it has been shown',
    ...hall,
    reply: ContestReveal,
  },
  'GET /flag-contests/:id/reveal': {
    summary: 'The reveal as who runs it has it: what is shown, what comes next, where it stops',
    screens: flagContestRunning,
    reply: RevealControl,
  },
  'POST /flag-contests/:id/reveal': {
    summary: 'Show so many steps of the reveal. With the last the board is open to everybody',
    screens: flagContestRunning,
    body: RevealTo,
    reply: RevealControl,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'flag-contest.reveal',
  },
  'GET /flag-contests/:id/rescore': {
    summary: 'Reckon all scores anew from what was solved, and say where the board has another one',
    screens: flagContestRunning,
    reply: Rescored,
    rate: 'heavy',
  },
})
