/** Who may see questions: of one, as it stands; of several, one choice that takes the place of theirs. */
import type { Audience } from '../../../contract/lib/crud.ts'
import { type ComponentType, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { AudienceChoice } from '../../../kit/audience/AudienceChoice.tsx'
import { audienceDialog } from '../../../kit/audience/AudienceDialog.tsx'
import type { AnyResource, Row } from '../../../kit/resource/words.ts'
import { QuestionBulkDialog } from './BulkDialog.tsx'

const nobody: Audience = { all: false, orgs: [], roles: [], teams: [], users: [] }

export function authoriseDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  const One = audienceDialog(resource)
  function Several({ rows, onClose }: ActionDialogProps<Row<R>>) {
    const [chosen, setChosen] = useState<Audience>()
    const title = t('bank.authorise_title', { n: rows.length })
    return (
      <QuestionBulkDialog
        size="large"
        title={title}
        rows={rows}
        route={`POST ${resource.path}/authorise`}
        body={chosen && { audience: chosen }}
        onClose={onClose}
      >
        <p>{t('bank.authorise_text')}</p>
        <AudienceChoice
          label={title}
          chosen={chosen ?? nobody}
          onChange={(part) => setChosen((had) => ({ ...(had ?? nobody), ...part }))}
        />
      </QuestionBulkDialog>
    )
  }
  return (props) => (props.rows.length === 1 ? <One {...props} /> : <Several {...props} />)
}
