/** The viewer's own teams: found one, join one by its code, hand it on, leave it. */
import '../contest.css'
import { type FormEvent, useState } from 'react'
import type { OwnTeam } from '../../../contract/contest/entry.routes.ts'
import { contestLimits } from '../../../contract/contest/flagContest.ts'
import type { ContestCard } from '../../../contract/contest/play.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

export default function OwnTeamsDialog({ of: c, onClose }: { of: ContestCard; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /contest-teams', undefined)
  return (
    <Dialog
      open
      title={t('entry.teams')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      <div className="contest-register">
        <p className="mg-dim">{t('entry.teams_about', { least: c.team_least, most: c.team_most })}</p>
        {!data &&
          (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={3} />)}
        {data?.items.map((team) => (
          <Team key={team.id} of={team} />
        ))}
        {c.can.includes('register') && <FoundTeam contest={c.id} />}
        <JoinTeam />
      </div>
    </Dialog>
  )
}

interface LineProps {
  label: string
  button: string
  most: number
  name: string
  onSend: (text: string) => Promise<unknown>
}
/** A field with its button: what is wrong with it stands below. */
function Line({ label, button, most, name, onSend }: LineProps) {
  const [text, setText] = useTyped(name)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const send = async (e: FormEvent) => {
    e.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSend(text.trim())
      setText('')
    } catch (err) {
      setProblem(problemOf(err))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(e) => void send(e)}>
      <div className="contest-field">
        <TextField label={label} value={text} maxLength={most} autoComplete="off" onChange={setText} />
        <Button type="submit" busy={busy} disabled={text.trim() === ''}>
          {button}
        </Button>
      </div>
      {problem && <ProblemView compact problem={problem} />}
    </form>
  )
}

function FoundTeam({ contest }: { contest: string }) {
  const [found] = useWrite('POST /contests/:id/team')
  return (
    <Line
      name="contest-team-name"
      label={t('entry.found_name')}
      button={t('entry.found')}
      most={limits.name.max}
      onSend={async (name) => {
        await found({ params: { id: contest }, body: { name } })
        toast.ok(t('entry.founded', { name }))
      }}
    />
  )
}
function JoinTeam() {
  const [join] = useWrite('POST /contest-teams/join')
  return (
    <Line
      name="contest-team-code"
      label={t('entry.join_code')}
      button={t('entry.join')}
      most={contestLimits.code}
      onSend={async (code) => {
        const team = await join({ body: { code } })
        toast.ok(t('entry.joined', { name: team.name }))
      }}
    />
  )
}

type Deed = { what: 'leave' } | { what: 'captain' | 'remove'; id: string; name: string }
function Team({ of: team }: { of: OwnTeam }) {
  const [asked, setAsked] = useState<Deed>()
  const [renew, { busy }] = useWrite('POST /contest-teams/:id/code')
  const alone = team.members.length === 1
  return (
    <Panel
      level={3}
      title={team.name}
      description={
        team.contests.length > 0
          ? t('entry.team_in', { names: team.contests.map((c) => c.name).join(', ') })
          : t('entry.team_in_none')
      }
      actions={
        (!team.leads || alone) && (
          <Button size="small" onClick={() => setAsked({ what: 'leave' })}>
            {t('entry.leave')}
          </Button>
        )
      }
    >
      <p className="contest-fact">
        {t('entry.invite_code')} <Copyable mono text={team.code} />
        {team.leads && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void renew({ params: { id: team.id }, body: {} }).catch(toast.problem)}
          >
            {t('entry.code_renew')}
          </Button>
        )}
      </p>
      <ul className="contest-lines">
        {team.members.map((m) => (
          <li key={m.id}>
            <span className="mg-ellipsis">{m.name}</span>
            {m.me && <span className="mg-faint">{t('contest.you')}</span>}
            {m.captain && <StatusTag word="captain" tone="info" label={t('entry.captain')} />}
            {team.leads && !m.captain && (
              <span className="contest-buttons contest-end">
                <Button size="small" onClick={() => setAsked({ what: 'captain', id: m.id, name: m.name })}>
                  {t('entry.make_captain')}
                </Button>
                <Button size="small" onClick={() => setAsked({ what: 'remove', id: m.id, name: m.name })}>
                  {t('entry.remove')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {team.contests.some((c) => c.status !== 'unstarted') && <p className="mg-hint">{t('entry.team_locked')}</p>}
      {asked && <AskTeam of={team} deed={asked} last={alone} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

interface AskProps {
  of: OwnTeam
  deed: Deed
  /** They are the only one in it. */
  last: boolean
  onClose: () => void
}
function AskTeam({ of: team, deed, last, onClose }: AskProps) {
  const [leave] = useWrite('POST /contest-teams/:id/leave')
  const [captain] = useWrite('POST /contest-teams/:id/captain')
  const [remove] = useWrite('POST /contest-teams/:id/remove')
  const params = { id: team.id }
  const about = { team: team.name, name: deed.what === 'leave' ? '' : deed.name }
  return (
    <Confirm
      open
      danger={deed.what !== 'captain'}
      title={t(`entry.ask_title.${deed.what}`, about)}
      confirm={t(deed.what === 'captain' ? 'entry.make_captain' : `entry.${deed.what}`)}
      onConfirm={() =>
        deed.what === 'leave'
          ? leave({ params, body: {} })
          : deed.what === 'captain'
            ? captain({ params, body: { user_id: deed.id } })
            : remove({ params, body: { user_id: deed.id } })
      }
      onClose={onClose}
    >
      <p>{t(deed.what === 'leave' && last ? 'entry.ask_text.dissolve' : `entry.ask_text.${deed.what}`)}</p>
    </Confirm>
  )
}
