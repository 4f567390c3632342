/** The page that chooses who may see a row, for resources whose screens have one. */
import type { ComponentType } from 'react'
import type { AnyResource } from '../resource/words.ts'
import { settingPage } from '../setting/settingPage.tsx'
import type { AudienceWords } from './audience.logic.ts'
import { audienceSetting } from './AudienceDialog.tsx'

/** @param back where to go when it is saved or given up */
export const audiencePage = (resource: AnyResource, back: () => string, words?: AudienceWords): ComponentType =>
  settingPage(resource, audienceSetting(undefined, words), 'kit.action.audience', back)
