/** The platform's own addresses: rules and drawing while they are typed, a question before they are deployed. */
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { field, type RowBase } from '../../../../contract/lib/resource.ts'
import { href } from '../../../../contract/screens/index.ts'
import { changedAddresses, type PlatformNetwork, networkFields } from '../../../../contract/system/network.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import { FormBody } from '../../../../kit/form/FormBody.tsx'
import { type BodySchema, breaksOf } from '../../../../kit/form/form.logic.ts'
import type { FormPhase } from '../../../../kit/form/form.state.ts'
import { LeaveGuard } from '../../../../kit/form/LeaveGuard.tsx'
import { useForm } from '../../../../kit/form/useForm.ts'
import { useSchema } from '../../../../kit/form/useSchema.ts'
import { Button, linkClass } from '../../../../ui/input/Button.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { config } from '../resource.ts'
import { ConfigFrame } from '../ConfigFrame.tsx'
import { FormAwaited, ResetButton } from '../formParts.tsx'
import { NetworkDrawing } from './NetworkDrawing.tsx'
import { recordOf } from '../../../../contract/lib/typed.ts'
import { type FormUi, heldAs } from '../../../../kit/form/declare.ts'
import { type AnyResource, asRead } from '../../../../kit/resource/words.ts'

const ui = asRead<FormUi<AnyResource>>({
  of: { ...config, path: '/network' as const, fields: Object.fromEntries(networkFields.map((f) => [f, field.text])) },
  schema: async () => (await import('../../../../contract/system/network.schema.ts')).NetworkBody as BodySchema,
  groups: [
    { title: 'config.group.addresses', fields: ['web_ip', 'mask', 'gateway'] },
    { title: 'config.group.parts', fields: ['node_ip', 'component_ip'] },
    { title: 'config.group.pool', fields: ['pool_start', 'pool_end'] },
  ],
})
const here = () => href('system-config', undefined, { section: 'network' })
const awaiting = () => href('deploy-await', undefined, { back: here() })

export default function NetworkForm() {
  const { schema, failed, retry } = useSchema(ui.schema)
  const { data, error, refetch } = useRead('GET /network/current', undefined)
  const [round, setRound] = useState(0)
  if (schema && data)
    return (
      <Editor
        key={round}
        again={round > 0}
        schema={schema}
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a row the form reads its id, version and addresses
        row={data as unknown as RowBase & PlatformNetwork}
        onReset={() => setRound(round + 1)}
      />
    )
  return (
    <ConfigFrame section="network">
      <FormAwaited problem={error} onRetry={error ? refetch : retry} failed={failed} />
    </ConfigFrame>
  )
}

interface EditorProps {
  /** The form was here before and begins anew. */
  again: boolean
  schema: BodySchema
  row: RowBase & PlatformNetwork
  onReset: () => void
}

function Editor({ again, schema, row: given, onReset }: EditorProps) {
  const [row] = useState(given)
  const [asking, setAsking] = useState(false)
  const go = useNavigate()
  const form = useForm({ ui, schema, row, onSaved: () => void go(awaiting()) })
  const network = useMemo(
    (): PlatformNetwork => recordOf(networkFields, (f) => heldAs<string>(form.values[f])),
    [form.values],
  )
  const changed = useMemo(() => changedAddresses(row, network), [row, network])
  /** Enter in a field asks as well; what the rules refuse is told and not asked about. */
  const apply = () => (breaksOf(schema, form.values).length || changed.length === 0 ? form.save() : setAsking(true))
  return (
    <ConfigFrame
      again={again}
      section="network"
      actions={
        row.can.includes('update') && (
          <>
            <ResetButton form={form} onReset={onReset} />
            <Button tone="primary" busy={form.at.phase === 'saving'} onClick={apply}>
              {t('config.apply')}
            </Button>
          </>
        )
      }
    >
      <Running />
      <FormBody
        resource={ui.of}
        schema={schema}
        groups={ui.groups}
        form={{ ...form, save: apply }}
        locked={!row.can.includes('update')}
      />
      <HeldBack phase={form.at} />
      <NetworkDrawing network={network} />
      <LeaveGuard
        byQuery
        dirty={form.dirty}
        isDirty={form.isDirty}
        text={t('kit.form.leave_draft')}
        onLeave={form.dropDraft}
      />
      {asking && (
        <Confirm
          open
          danger
          title={t('config.apply_title')}
          confirm={t('config.apply_do')}
          onConfirm={form.save}
          onClose={() => setAsking(false)}
        >
          <p>{t('config.apply_text')}</p>
          <ul className="network-cut">
            {changed.map((f) => (
              <li key={f}>{t(`config.cut.${f}`, { from: row[f], to: network[f] })}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </ConfigFrame>
  )
}

/** Which enabled nodes a change would leave behind, and where they are switched off. */
function HeldBack({ phase }: { phase: FormPhase }) {
  const nodes = phase.phase === 'refused' ? phase.problem.details?.['nodes'] : undefined
  if (!Array.isArray(nodes)) return null
  return (
    <p className="kit-draft">
      <span>{t('config.held_by', { names: format.list(nodes.map(String)) })}</span>
      <Link className={linkClass('plain', 'small')} to={href('system-config', undefined, { section: 'nodes' })}>
        {t('config.section.nodes')}
      </Link>
    </p>
  )
}

/** A deployment of somebody is on its way. */
function Running() {
  const { data } = useRead('GET /network/deployment', undefined, { every: 5000 })
  const { state, by } = data?.deployment ?? {}
  if (state !== 'running' && state !== 'rolling_back') return null
  return (
    <p className="kit-draft" role="status">
      <span>{t('config.deploying', { who: by ?? '' })}</span>
      <Link className={linkClass('primary', 'small')} to={awaiting()}>
        {t('config.deploying_watch')}
      </Link>
    </p>
  )
}
