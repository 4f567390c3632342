/** Entering a contest, alone or as a team the viewer leads. */
import { useState } from 'react'
import { contestLimits } from '../../contract/contest/flagContest.ts'
import type { ContestCard } from '../../contract/contest/play.schema.ts'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Select } from '../../ui/input/Select.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { takesTeams } from './teams/takesTeams.ts'

interface RegisterProps {
  of: ContestCard
  /** To their own teams: to found one, or to join one. */
  onTeams: () => void
  onClose: () => void
}
export function RegisterDialog({ of: c, onTeams, onClose }: RegisterProps) {
  const { data, error, refetch } = useRead('GET /contests/:id', { params: { id: c.id } })
  const [register] = useWrite('POST /contests/:id/register')
  const [team, setTeam] = useState<string>()
  const [alias, setAlias] = useState('')
  const [code, setCode] = useState('')
  const [division, setDivision] = useState<string>()
  const teams = data?.teams ?? []
  const divisions = data?.divisions ?? []
  const into = division ?? (divisions.length === 1 ? divisions[0]?.id : undefined) ?? ''
  const chosen = team ?? (teams.length === 1 ? teams[0]?.id : undefined) ?? ''
  const asksAlias = c.mode === 'individual' && c.names === 'alias'
  return (
    <Confirm
      open
      size="default"
      title={t('contest.register_title', { name: c.name })}
      confirm={t('contest.register')}
      ready={data !== undefined && (c.mode === 'individual' || teams.length > 0)}
      missing={[
        c.mode === 'team' && teams.length > 0 && chosen === '' && t('contest.register_team'),
        divisions.length > 0 && into === '' && t('contest.division'),
        asksAlias && alias.trim() === '' && t('contest.register_alias'),
        c.registration === 'code' && code.trim() === '' && t('contest.register_code'),
      ]}
      onConfirm={async () => {
        const card = await register({
          params: { id: c.id },
          body: { team_id: c.mode === 'team' ? chosen : null, division_id: into || null, alias, code },
        })
        toast.ok(t(card.mine?.status === 'registered' ? 'contest.registered_waiting' : 'contest.registered'))
      }}
      onClose={onClose}
    >
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={2} />)}
      {data && (
        <div className="contest-register">
          <p className="mg-dim">{t(`contest.ai_text.${c.ai}`)}</p>
          {c.mode === 'team' &&
            (teams.length === 0 ? (
              <p>
                {t('contest.register_no_team')}{' '}
                {takesTeams(c) && (
                  <Button size="small" icon="users" onClick={onTeams}>
                    {t('entry.teams_open')}
                  </Button>
                )}
              </p>
            ) : (
              <div className="mg-labelled">
                <span className="mg-label" id="contest-team">
                  {t('contest.register_team')}
                </span>
                <Select
                  aria-labelledby="contest-team"
                  placeholder={t('kit.choose')}
                  value={chosen}
                  options={teams.map((m) => ({
                    value: m.id,
                    label: t('contest.register_team_n', { name: m.name, n: m.members }),
                  }))}
                  onChange={setTeam}
                />
              </div>
            ))}
          {divisions.length > 0 && (
            <div className="mg-labelled">
              <span className="mg-label" id="contest-division">
                {t('contest.division')}
              </span>
              <Select
                aria-labelledby="contest-division"
                placeholder={t('kit.choose')}
                value={into}
                options={divisions.map((d) => ({
                  value: d.id,
                  label: d.review ? t('contest.division_reviewed', { name: d.name }) : d.name,
                }))}
                onChange={setDivision}
              />
            </div>
          )}
          {asksAlias && (
            <TextField
              data-autofocus
              label={t('contest.register_alias')}
              value={alias}
              maxLength={contestLimits.alias}
              autoComplete="off"
              onChange={setAlias}
            />
          )}
          {c.registration === 'code' && (
            <TextField
              label={t('contest.register_code')}
              value={code}
              maxLength={contestLimits.code}
              autoComplete="off"
              onChange={setCode}
            />
          )}
        </div>
      )}
    </Confirm>
  )
}
