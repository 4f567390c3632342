/** Teams of a list come into a contest: what would come of each line is said before anything is done. */
import { useState } from 'react'
import type { TeamListRow } from '../../../contract/contest/entry.routes.ts'
import { longestTeamList } from '../../../contract/contest/teamList.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useCall } from '../../../kit/data/call.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { FileDrop } from '../../../ui/input/FileDrop.tsx'
import { Table } from '../../../ui/data/Table.tsx'

interface ImportProps {
  contests: readonly { id: string; name: string; mode: 'individual' | 'team' }[]
  first: string | undefined
  onClose: () => void
}
export default function ImportTeams({ contests, first, onClose }: ImportProps) {
  const [contest, setContest] = useState(contests.find((c) => c.id === first)?.id ?? contests[0]?.id ?? '')
  const [text, setText] = useTyped('contest-team-list')
  const [rows, setRows] = useState<readonly TeamListRow[]>()
  const [problem, setProblem] = useState<unknown>()
  const [check, { busy }] = useCall('POST /contest-entries/check')
  const [read] = useCall('POST /people-lists/read')
  const [bring, { busy: bringing }] = useWrite('POST /contest-entries/import')
  const mode = contests.find((c) => c.id === contest)?.mode ?? 'team'
  const good = rows?.filter((r) => r.problem === null).length ?? 0
  const write = (next: string) => {
    setText(next)
    setRows(undefined)
    setProblem(undefined)
  }
  /** A workbook is taken apart by the server; anything else is text. */
  const textOfFile = async (file: File): Promise<string> =>
    file.name.toLowerCase().endsWith('.xlsx') ? (await read({ body: file })).lines.join('\n') : file.text()
  const look = () => {
    setProblem(undefined)
    void check({ body: { contest_id: contest, text } }).then((said) => setRows(said.rows), setProblem)
  }
  const act = () => {
    setProblem(undefined)
    void bring({ body: { contest_id: contest, text } }).then(({ entered }) => {
      toast.ok(t('entry.imported', { n: entered }))
      setText('')
      onClose()
    }, setProblem)
  }
  return (
    <Dialog
      open
      size="large"
      title={t('entry.import_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {rows ? (
            <Button tone="primary" busy={bringing} disabled={good === 0} onClick={act}>
              {t('entry.import_n', { n: good })}
            </Button>
          ) : (
            <Button tone="primary" busy={busy} disabled={text.trim() === ''} onClick={look}>
              {t('entry.import_look')}
            </Button>
          )}
        </>
      }
    >
      <div className="contest-register">
        <div className="mg-labelled">
          <label className="mg-label" htmlFor="import-contest">
            {t('entry.contest')}
          </label>
          <NativeSelect
            id="import-contest"
            value={contest}
            options={contests.map((c) => ({ value: c.id, label: c.name }))}
            onChange={(id) => {
              setContest(id)
              setRows(undefined)
            }}
          />
        </div>
        <p className="mg-hint">{t(`entry.import_about_${mode}`)}</p>
        <textarea
          data-autofocus
          className="mg-field mg-area mg-mono"
          rows={6}
          aria-label={t('entry.import_lines')}
          placeholder={t(`entry.import_example_${mode}`)}
          spellCheck={false}
          maxLength={longestTeamList}
          value={text}
          onChange={(e) => write(e.target.value)}
        />
        <FileDrop
          accept={['.csv', '.tsv', '.json', '.txt', '.xlsx']}
          max={1024 * 1024}
          onFiles={([file]) => {
            if (file) void textOfFile(file).then(write, setProblem)
          }}
        />
        {problem !== undefined && <ProblemView compact problem={problem} />}
        {rows && (
          <div role="status">
            <p>
              <Icon name={good === rows.length ? 'ok' : 'warn'} />{' '}
              {t('entry.import_found', { n: good, left: rows.length - good })}
            </p>
            <Table<TeamListRow>
              name={t('entry.import_lines')}
              rows={rows}
              keyOf={(r) => r.line}
              columns={[
                { head: t('entry.import_line'), number: true, cell: (r) => r.line },
                { head: t('contest.entry'), names: true, className: 'contest-name', cell: (r) => r.name },
                {
                  head: t('contest.entry_people'),
                  className: 'contest-name',
                  cell: (r) => r.people.join(', ') || (r.problem === null ? t('entry.import_by_code') : '–'),
                },
                {
                  head: t('entry.import_becomes'),
                  className: 'contest-name',
                  cell: (r) =>
                    r.problem === null ? (
                      <span className="mg-tone-ok">{t('entry.import_ok')}</span>
                    ) : (
                      <span className="mg-tone-bad contest-shared">
                        {t(`entry.import_problem.${r.problem}`, { about: r.about })}
                      </span>
                    ),
                },
              ]}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
