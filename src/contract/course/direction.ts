/** The tree by which courses are sorted. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { CourseDirection, DirectionBody } from './direction.schema.ts'
import { courseKeeping } from './screens.ts'

export const directionLevels = 3

export const direction = resource<CourseDirection, DirectionBody>()('direction', {
  area: 'course',
  path: '/directions',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    parent_id: field.into('direction'),
    order: field.number,
    own: field.number,
    all: field.number,
  },
  find: ['name'],
  filter: [],
  sort: ['order', 'name'],
  order: 'order',
  unique: [['name', 'parent_id']],
  restorable: true,
  owned: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options'],
  read: ['aspect-manage', ...courseKeeping],
  write: ['aspect-manage'],
  page: 'aspect-manage',
  options: [...courseKeeping, 'all-course'],
  usedBy: ['course.direction_id', 'direction.parent_id'],
})
