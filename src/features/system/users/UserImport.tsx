/** Lists of people: a template to fill in, the plan, and the codes that those who were added begin with. */
import { useDispatch } from 'react-redux'
import { useHref, useNavigate } from 'react-router-dom'
import { useState } from 'react'
import type { ImportPackage } from '../../../contract/import/import.schema.ts'
import { entranceHref } from '../../../contract/screens/entrance.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { dataApi, useWrite } from '../../../kit/data/api.ts'
import { saveCsv } from '../../../kit/data/saveCsv.ts'
import { type ImportDeskSpec, ImportDesk } from '../../../kit/import/ImportDesk.tsx'
import { useOwnAddress } from '../../../kit/navigation/useBlocker.ts'
import { Sample } from '../../../kit/import/Sample.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

/** Of the address: the desk is open in the place of the list. */
const deskOpen = { desk: 'import' }

function Template() {
  const go = useNavigate()
  return (
    <>
      <Sample of="users" />
      <Button icon="arrow-left" onClick={() => void go(href('user-manage'))}>
        {t('user.to_users')}
      </Button>
    </>
  )
}

/** The codes are made when they are asked for and told once: as a file, because there may be thousands. */
function Codes({ plan }: { plan: ImportPackage }) {
  const [asking, ask] = useState(false)
  const [make] = useWrite('POST /imports/:id/codes')
  const send = useDispatch()
  const path = useHref(entranceHref('change-password', { type: 'forgotten' }))
  // an app inside a host's page has no address of its own to give
  const at = useOwnAddress() ? undefined : new URL(path, window.location.href).href
  if (plan.counts.new === 0) return null
  const run = async () => {
    const { items, expires_at } = await make({ params: { id: plan.id }, body: { version: plan.version } })
    saveCsv('first-codes', [
      [
        t('user.field.username'),
        t('user.field.name'),
        t('user.code'),
        t('user.code_until'),
        ...(at ? [t('user.code_at')] : []),
      ],
      ...items.map((p) => [p.username, p.name, p.code, format.dateTime(expires_at), ...(at ? [at] : [])]),
    ])
    toast.ok(t('user.codes_saved', { n: items.length }))
    send(dataApi.util.invalidateTags([{ type: 'subject', id: 'imports' }]))
  }
  return (
    <section className="user-codes" aria-label={t('user.codes')}>
      <Icon name="key" />
      <p>
        {plan.handed_out_at
          ? t('user.codes_gone', { when: format.dateTime(plan.handed_out_at) })
          : t('user.codes_text', { n: plan.counts.new })}
      </p>
      {plan.can.includes('codes') && (
        <Button tone="primary" icon="download" onClick={() => ask(true)}>
          {t('user.codes')}
        </Button>
      )}
      <Confirm
        open={asking}
        title={t('user.codes')}
        confirm={t('user.password_save')}
        onConfirm={run}
        onClose={() => ask(false)}
      >
        <p>{t('user.codes_once')}</p>
      </Confirm>
    </section>
  )
}

const desk: ImportDeskSpec = {
  kind: 'users',
  screens: ['user-manage'],
  title: 'user.import_title',
  about: 'user.import_about',
  hint: 'user.import_hint',
  accept: ['.xlsx', '.csv'],
  keep: deskOpen,
  actions: <Template />,
  applied: Codes,
}

export default function UserImport() {
  return <ImportDesk desk={desk} />
}
