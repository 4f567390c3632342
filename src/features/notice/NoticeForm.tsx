import './notice.css'
import { lazy } from 'react'
import { announcement } from '../../contract/notice/announcement.ts'
import { announcementBreaks } from '../../contract/notice/planned.ts'
import { href } from '../../contract/screens/index.ts'
import { form } from '../../kit/form/form.tsx'
import { AnnouncementTextControl } from './MarkdownControl.tsx'
import { PublishControl } from './PublishControl.tsx'
import { TargetControl } from './TargetControl.tsx'
import { NoticeTranslationControl } from './TranslationControl.tsx'

const OrgsControl = lazy(() => import('./OrgsControl.tsx'))

/** What the server says of readers and times, as far as they are there. */
const judges = ({ target, org_ids, published_at, ends_at }: Record<string, unknown>) =>
  announcementBreaks(
    {
      target: String(target),
      org_ids: Array.isArray(org_ids) ? org_ids.map(String) : [],
      published_at: typeof published_at === 'string' ? published_at : null,
      ends_at: typeof ends_at === 'string' ? ends_at : null,
    },
    Date.now(),
  )

export default form({
  of: announcement,
  judges,
  screens: { add: 'notice-add', edit: 'notice-edit' },
  schema: () => import('../../contract/notice/announcement.schema.ts').then((m) => m.AnnouncementBody),
  back: () => href('notice-manage'),
  wide: true,
  preset: { type: 'notice', target: 'all', published_at: 'now' },
  groups: [
    {
      title: 'notice.form_text',
      fields: [
        'title',
        'type',
        { of: 'content', control: AnnouncementTextControl, across: true },
        { of: 'translation', control: NoticeTranslationControl, across: true, hint: 'notice.translation_hint' },
        { of: 'pinned', hint: 'notice.pinned_hint' },
      ],
    },
    {
      title: 'notice.form_readers',
      fields: [
        { of: 'target', control: TargetControl },
        { of: 'org_ids', control: OrgsControl, when: (values) => values['target'] === 'orgs' },
      ],
    },
    {
      title: 'notice.form_time',
      fields: [
        { of: 'published_at', control: PublishControl },
        { of: 'ends_at', hint: 'notice.ends_hint' },
      ],
    },
  ],
})
