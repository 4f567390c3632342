/** What the board of a hall shows, as regions of a display. */
import type { ContestDisplay } from '../../../contract/contest/display.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import type { Region } from '../../../kit/display/region.ts'
import { ledgerPoints, pointsText } from '../words.ts'

/** Pixels; on a larger screen in its measure. */
const graphHeight = (): number => Math.max(190, Math.round(window.innerWidth * 0.11))

export function hallClock(c: ContestDisplay): Region {
  const waits = c.status === 'unstarted' && c.start_mode === 'go' ? t('contest.starts_go') : undefined
  return {
    key: 'clock',
    is: 'countdown',
    label: t(c.status === 'unstarted' ? 'contest-display.until_start' : 'contest-display.left'),
    ends: waits !== undefined || c.status === 'paused' ? null : c.status === 'unstarted' ? c.starts_at : c.ends_at,
    now: c.now,
    over: t(c.status === 'unstarted' ? 'contest-display.starts' : 'contest-display.over'),
    waits: waits ?? t('contest.is_paused'),
  }
}

export const hallSolves = (c: ContestDisplay): Region => ({
  key: 'solves',
  is: 'list',
  title: t('contest-display.solves'),
  lines: c.solves.map((s) => ({
    key: s.id,
    name: s.entry,
    strong: true,
    about: s.item || t('contest.why_hidden'),
    below: true,
    ...(s.first ? { tag: { word: 'first', tone: 'ok', label: t('contest.blood', { n: 1 }) } } : {}),
    at: { time: s.at },
  })),
  nothing: { icon: 'flag-mark', title: t('contest-display.solves_none') },
})

export function hallGraph(c: ContestDisplay): Extract<Region, { is: 'chart' }> & { lines: number } {
  const names = new Map(c.rows.map((r) => [r.id, r]))
  const { ids, points } = c.graph
  const leader = names.get(ids[0] ?? '')
  return {
    lines: ids.length,
    key: 'graph',
    is: 'chart',
    title: t('contest-display.graph'),
    chart: {
      kind: 'line',
      label: t('contest-display.graph_label', {
        n: ids.length,
        name: leader?.name ?? '',
        score: pointsText(leader?.score ?? 0),
      }),
      axis: {
        title: t('contest-display.graph_time'),
        values: points.map((p) => Date.parse(p.at)),
        text: (at) => format.time(Number(at)),
        time: true,
      },
      series: ids.map((id, n) => ({
        name: names.get(id)?.name ?? '',
        values: points.map((p) => ledgerPoints(p.scores[n] ?? 0)),
      })),
      text: format.number,
      height: graphHeight(),
    },
  }
}
