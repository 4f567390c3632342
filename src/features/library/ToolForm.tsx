import { tool, toolPlatforms } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { form } from '../../kit/form/form.tsx'

export default form({
  of: tool,
  screens: { add: 'tool-add', edit: 'tool-edit' },
  schema: () => import('../../contract/library/tool.schema.ts').then((m) => m.ToolBody),
  several: ['category_id'],
  back: () => href('tool-manage'),
  groups: [
    {
      title: 'library.form_basics',
      fields: [
        'name',
        'category_id',
        { of: 'summary', rows: 4 },
        { of: 'platforms', options: toolPlatforms },
        'language',
        'price',
      ],
    },
    { title: 'library.form_links', fields: ['website', 'source_url', 'online', { of: 'references', lines: true }] },
    {
      title: 'library.form_words',
      fields: [{ of: 'keywords', hint: 'kit.form.words_hint' }, 'synonyms', 'attack_ids'],
    },
    {
      title: 'library.form_use',
      fields: [
        {
          of: 'commands',
          each: [
            { name: 'command', kind: 'code' },
            { name: 'description', kind: 'long-text' },
            { name: 'usecase', kind: 'long-text' },
            { name: 'privileges', kind: 'text' },
            { name: 'os', kind: 'text' },
            { name: 'attack_id', kind: 'text' },
          ],
        },
        { of: 'paths', lines: true },
        { of: 'detections', lines: true },
      ],
    },
  ],
})
