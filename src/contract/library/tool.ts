import { field, resource, rowFields } from '../lib/resource.ts'
import type { Tool, ToolBody, ToolCategory, ToolCategoryBody } from './tool.schema.ts'

export const toolPrices = ['free', 'paid', 'unknown'] as const
export const toolOrigins = ['manual', 'rawsec', 'lolbas', 'misp', 'package'] as const
/** Operating systems and kinds of machine a tool runs on. */
export const toolPlatforms = ['linux', 'windows', 'macos', 'android', 'ios', 'web', 'other'] as const

export const tool = resource<Tool, ToolBody>()('tool', {
  area: 'library',
  path: '/tools',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    category_id: field.ref('tool-category'),
    summary: field.longText,
    language: field.text,
    website: field.url,
    source_url: field.url,
    price: field.one(toolPrices),
    online: field.flag,
    platforms: field.words,
    keywords: field.words,
    synonyms: field.words,
    attack_ids: field.words,
    commands: field.list,
    paths: field.words,
    detections: field.words,
    references: field.words,
    origin: field.one(toolOrigins),
  },
  find: ['name', 'summary', 'keywords', 'synonyms'],
  filter: ['category_id', 'price', 'online', 'origin', 'platforms', 'language', 'updated_at'],
  sort: ['name', 'language', 'price', 'updated_at', 'created_at'],
  order: 'name',
  unique: [['name', 'category_id']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'export', 'options', 'audience'],
  read: ['tool-magazine', 'tool-detail', 'tool-manage', 'tool-edit'],
  write: ['tool-manage', 'tool-add', 'tool-edit'],
  page: 'tool-edit',
  touches: ['tool-categories', 'dashboard'],
  audience: true,
  owned: true,
})

export const toolCategory = resource<ToolCategory, ToolCategoryBody>()('tool-category', {
  area: 'library',
  path: '/tool-categories',
  label: 'name',
  fields: { ...rowFields, name: field.text, description: field.longText, tools: field.number },
  find: ['name', 'description'],
  filter: [],
  sort: ['name', 'created_at'],
  order: 'name',
  unique: [['name']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options'],
  read: ['tool-category', 'tool-magazine'],
  write: ['tool-category'],
  page: 'tool-category',
  touches: ['tools'],
  owned: true,
  options: ['tool-manage', 'tool-add', 'tool-edit', 'tool-magazine', 'resource-import'],
  usedBy: ['tool.category_id'],
})
