/** One section of settings as a form: saved on its own, offered against a change somebody else made meanwhile, its draft kept. */
import { type ComponentType, Suspense, useMemo, useState } from 'react'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { type SettingSection, settings, type Setting } from '../../../contract/system/config.ts'
import { format, has, t } from '../../../i18n/index.ts'
import type { ControlProps, FormUi } from '../../../kit/form/declare.ts'
import { FormBody } from '../../../kit/form/FormBody.tsx'
import type { BodySchema } from '../../../kit/form/form.logic.ts'
import { LeaveGuard } from '../../../kit/form/LeaveGuard.tsx'
import { useForm } from '../../../kit/form/useForm.ts'
import { useSchema } from '../../../kit/form/useSchema.ts'
import { type AnyResource, asRead, optionOf } from '../../../kit/resource/words.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ConfigFrame } from './ConfigFrame.tsx'
import { FormAwaited, ResetButton } from './formParts.tsx'
import { config } from './resource.ts'
import { sections } from './sections.ts'
import { useCached } from '../../../kit/data/api.ts'

interface Row extends RowBase {
  updated_by: string
}

function wordOf(section: SettingSection, field: string, none: string | undefined) {
  const control = (sections[section].controls as Record<string, ComponentType<ControlProps>> | undefined)?.[field]
  const s: Setting | undefined = (settings[section] as Record<string, Setting>)[field]
  const hint = `config.hint.${field}`
  return {
    of: field,
    ...(has(hint) ? { hint } : {}),
    ...(none ? { none } : {}),
    ...(control ? { control } : {}),
    ...(s?.unit ? { unit: `config.unit.${s.unit}` as const } : {}),
    // a role that is set here is given to whoever registers
    ...(s?.field.kind === 'ref' ? { giving: 'whoever' as const } : {}),
    // those of the interval of backups depend on its unit
    ...(s?.field.kind === 'number' && field !== 'backup_every' ? { bounds: true as const } : {}),
  }
}

/** What an installation starts with where nothing is set. */
const shipped: Readonly<Record<string, string>> = { language: 'en-US', theme: 'theme-dark' }

function useUi(section: SettingSection): FormUi<AnyResource> {
  const { config: installed } = useSettings()
  return useMemo(() => {
    const none = (field: string): string | undefined => {
      const first = shipped[field]
      if (!first) return undefined
      const own = installed[field]
      return t('config.as_installed', { what: optionOf(config, field, typeof own === 'string' ? own : first) })
    }
    return asRead<FormUi<AnyResource>>({
      of: config,
      schema: async () => (await import('../../../contract/system/config.schema.ts')).sectionBodies[section],
      groups: sections[section].groups.map(({ title, fields }) => ({
        title: title ?? (`config.section.${section}` as const),
        fields: fields.map((f) => wordOf(section, f, none(f))),
      })),
    })
  }, [section, installed])
}

export function SettingsForm({ section }: { section: SettingSection }) {
  const ui = useUi(section)
  const { schema, failed, retry } = useSchema(ui.schema)
  const { data, error, refetch } = useCached<Row>(`GET ${config.path}/:id`, { params: { id: section } })
  /** What the last save answered: the form goes on from there, and from the newest when its changes are thrown away. */
  const [from, setFrom] = useState<{ round: number; row?: Row }>({ round: 0 })
  const row = from.row ?? data
  if (schema && row)
    return (
      <Editor
        key={from.round}
        again={from.round > 0}
        ui={ui}
        section={section}
        schema={schema}
        row={row}
        onSaved={(saved) => setFrom({ round: from.round + 1, row: saved })}
        onReset={() => setFrom({ round: from.round + 1 })}
      />
    )
  return (
    <ConfigFrame section={section}>
      <FormAwaited problem={error} onRetry={error ? refetch : retry} failed={failed} />
    </ConfigFrame>
  )
}

interface EditorProps {
  /** The form was here before and begins anew. */
  again: boolean
  ui: FormUi<AnyResource>
  section: SettingSection
  schema: BodySchema
  row: Row
  onSaved: (row: Row) => void
  onReset: () => void
}

function Editor({ again, ui, section, schema, row: given, onSaved, onReset }: EditorProps) {
  // what somebody else saves meanwhile is met when this is saved, not before
  const [row] = useState(given)
  const form = useForm({ ui, schema, row, onSaved: (r) => onSaved(r as Row) })
  const Below = sections[section].below
  return (
    <ConfigFrame
      again={again}
      section={section}
      actions={
        row.can.includes('update') && (
          <>
            <ResetButton form={form} onReset={onReset} />
            <Button
              tone="primary"
              busy={form.at.phase === 'saving'}
              off={!form.dirty && t('ui.unchanged')}
              onClick={form.save}
            >
              {t('kit.form.save')}
            </Button>
          </>
        )
      }
    >
      <FormBody resource={ui.of} schema={schema} groups={ui.groups} form={form} locked={!row.can.includes('update')} />
      <p className="mg-faint config-changed">
        {!row.updated_at
          ? t('config.never_changed')
          : row.updated_by
            ? t('config.changed', { when: format.dateTime(row.updated_at), who: row.updated_by })
            : t('config.changed_at', { when: format.dateTime(row.updated_at) })}
      </p>
      {Below && (
        <Suspense fallback={<Loading kind="list" rows={4} />}>
          <Below />
        </Suspense>
      )}
      <LeaveGuard
        byQuery
        dirty={form.dirty}
        isDirty={form.isDirty}
        text={t('kit.form.leave_draft')}
        onLeave={form.dropDraft}
      />
    </ConfigFrame>
  )
}
