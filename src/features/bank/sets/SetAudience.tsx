/** Who may see the questions of a set and of those below it: one choice that takes the place of theirs. */
import type { BulkReply, Audience } from '../../../contract/lib/crud.ts'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../i18n/index.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { type BulkSummary, mergedReplies, summarise } from '../../../kit/action/bulk.logic.ts'
import { AudienceChoice } from '../../../kit/audience/AudienceChoice.tsx'
import { sameAudience } from '../../../kit/audience/audience.logic.ts'
import { useCached } from '../../../kit/data/api.ts'
import { useAsk, useWriteTo } from '../../../kit/resource/calls.ts'
import { counterOf } from '../../../kit/resource/counter.ts'
import type { AnyResource } from '../../../kit/resource/words.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import type { SetDialogProps } from '../../../parts/sorting-tree/SetTree.tsx'
import type { SetRow } from '../../../parts/sorting-tree/sets.logic.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

const nobody: Audience = { all: false, orgs: [], roles: [], teams: [], users: [] }
const size = limits.pageSize.max
interface Question {
  id: string
  title: string
  can: readonly string[]
}
/** Who sees the questions that are the caller's to open; null where that differs. */
interface Authorised {
  n: number
  audience: Audience | null
}

/** @param questions what the sets sort */
export const setAudience = (questions: AnyResource) =>
  function SetAudience({ row, onClose }: SetDialogProps) {
    const [chosen, setChosen] = useState<Audience>()
    const { data, error, refetch } = useCached<Authorised>(
      `GET ${questions.path}/audience`,
      { query: { set_id: row.id } },
      { fresh: true },
    )
    const { busy, problem, summary, send } = useGiven(questions, row, onClose)
    const title = t('bank.set_audience_title', { name: row.name, n: data?.n ?? row.all })
    const stands = data?.audience ?? nobody
    const changed = chosen !== undefined && !(data?.audience && sameAudience(chosen, data.audience))
    return (
      <Dialog
        open
        size="large"
        title={title}
        locked={busy}
        onClose={onClose}
        actions={
          <>
            <Button disabled={busy} onClick={onClose}>
              {t('kit.cancel')}
            </Button>
            <Button
              tone="primary"
              busy={busy}
              off={!changed && t('ui.unchanged')}
              onClick={() => chosen && void send(chosen)}
            >
              {t('bank.apply')}
            </Button>
          </>
        }
      >
        {problem && <ProblemView compact problem={problem} />}
        {summary && <BulkResult summary={summary} onClose={onClose} />}
        <p>
          {t('bank.set_audience_text')} {!row.practice && t('bank.set_audience_closed')}
        </p>
        {data && data.n < row.all && (
          <p className="mg-hint">{t('bank.set_audience_others', { n: row.all - data.n })}</p>
        )}
        {data?.audience === null && (
          <p className="kit-note-warn">
            <Icon name="warn" /> {t('bank.set_audience_mixed')}
          </p>
        )}
        {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
        {!data && !error && <Loading kind="form" rows={3} />}
        {data && (
          <AudienceChoice
            label={title}
            chosen={chosen ?? stands}
            onChange={(part) => setChosen((had) => ({ ...(had ?? stands), ...part }))}
          />
        )}
      </Dialog>
    )
  }

function useGiven(questions: AnyResource, { id }: SetRow, onClose: () => void) {
  const ask = useAsk()
  const write = useWriteTo()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const [summary, setSummary] = useState<BulkSummary>()
  const all = async (): Promise<Question[]> => {
    const found: Question[] = []
    for (let page = 1; ; page++) {
      const query = { set_id: id, page, page_size: size, sort: 'created_at' }
      const { items, total } = await ask<{ items: Question[]; total: number }>(`GET ${questions.path}`, { query })
      found.push(...items.filter((q) => q.can.includes('audience')))
      if (items.length === 0 || page * size >= total) return found
    }
  }
  const send = async (audience: Audience) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const rows = await all()
      const replies: BulkReply[] = []
      for (let from = 0; from < rows.length; from += size) {
        const ids = rows.slice(from, from + size).map((r) => r.id)
        replies.push(await write<BulkReply>(`POST ${questions.path}/authorise`, { body: { ids, audience } }))
      }
      const told = summarise(mergedReplies(replies), new Map(rows.map((r) => [r.id, r.title])))
      if (told.failed) return setSummary(told)
      toast.ok(t('kit.action.done_many', { n: rows.length, unit: counterOf(questions.name) }))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, summary, send }
}
