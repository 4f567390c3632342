/** Passwords that are told once: to be read, copied, or kept in a file. */
import '../../../ui/table.css'
import { t } from '../../../i18n/index.ts'
import { saveCsv } from '../../../kit/data/saveCsv.ts'
import { Button } from '../../../ui/Button.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'

export interface Told {
  id: string
  username: string
  name: string
  password: string
}

export function Passwords({ told }: { told: readonly Told[] }) {
  const save = () =>
    saveCsv('passwords', [
      [t('user.field.username'), t('user.field.name'), t('user.field.password')],
      ...told.map((p) => [p.username, p.name, p.password]),
    ])
  return (
    <>
      <p>{t('user.password_once')}</p>
      <div className="user-passwords">
        <table className="mg-table">
          <thead>
            <tr>
              <th scope="col">{t('user.field.username')}</th>
              <th scope="col">{t('user.field.name')}</th>
              <th scope="col">{t('user.field.password')}</th>
            </tr>
          </thead>
          <tbody>
            {told.map((p) => (
              <tr key={p.id}>
                <td className="mg-mono">{p.username}</td>
                <td>{p.name}</td>
                <td>
                  <Copyable text={p.password} mono />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button icon="download" onClick={save}>
          {t('user.password_save')}
        </Button>
      </div>
    </>
  )
}
