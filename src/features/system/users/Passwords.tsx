/** Passwords that are told once: to be read, copied, or kept in a file. */
import { t } from '../../../i18n/index.ts'
import { saveCsv } from '../../../kit/data/saveCsv.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'

export interface IssuedPassword {
  id: string
  username: string
  name: string
  password: string
}

export function Passwords({ told }: { told: readonly IssuedPassword[] }) {
  const save = () =>
    saveCsv('passwords', [
      [t('user.field.username'), t('user.field.name'), t('user.field.password')],
      ...told.map((p) => [p.username, p.name, p.password]),
    ])
  return (
    <>
      <p>{t('user.password_once')}</p>
      <div className="user-passwords">
        <Table
          name={t('user.field.password')}
          rows={told}
          keyOf={(p) => p.id}
          columns={[
            { head: t('user.field.username'), className: 'mg-mono', cell: (p) => p.username },
            { head: t('user.field.name'), cell: (p) => p.name },
            { head: t('user.field.password'), cell: (p) => <Copyable text={p.password} mono /> },
          ]}
        />
      </div>
      <div>
        <Button icon="download" onClick={save}>
          {t('user.password_save')}
        </Button>
      </div>
    </>
  )
}
