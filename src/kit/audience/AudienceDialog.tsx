/** Who may see a row. */
import type { Audience } from '../../contract/lib/crud.ts'
import './audience.css'
import type { ComponentType } from 'react'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../action/action.ts'
import type { AudienceReply } from '../resource/calls.ts'
import type { AnyResource, Row } from '../resource/words.ts'
import { type RowSetting, settingDialog } from '../setting/RowSetting.tsx'
import { type AddList, type AudienceWords, sameAudience } from './audience.logic.ts'
import { AudienceChoice } from './AudienceChoice.tsx'

const usual: AudienceWords = {
  title: 'kit.audience.title',
  saved: 'kit.audience.saved',
  stale: 'kit.audience.stale',
}

export const audienceSetting = (addList?: AddList, words = usual): RowSetting<AudienceReply, Audience> => ({
  at: 'audience',
  ...words,
  part: ({ all, orgs, roles, teams, users }) => ({ all, orgs, roles, teams, users }),
  same: sameAudience,
  Fields: ({ name, draft, set }) => (
    <>
      {words.note && <p className="mg-hint">{t(words.note)}</p>}
      <AudienceChoice label={t(words.title, { name })} chosen={draft} addList={addList} onChange={set} />
    </>
  ),
  summary: ({ all, orgs, roles, teams, users }) =>
    !all &&
    t('kit.audience.summary', {
      orgs: orgs.length,
      roles: roles.length,
      teams: teams.length,
      users: users.length,
    }),
})

export const audienceDialog = <R extends AnyResource>(
  resource: R,
  addList?: AddList,
  words?: AudienceWords,
): ComponentType<ActionDialogProps<Row<R>>> => settingDialog(resource, audienceSetting(addList, words))
