import { firstPage, type Views } from '../../kit/views.tsx'

const noticeForm = () => import('./NoticeForm.tsx')

export const noticeViews = {
  'notice-manage': {
    load: () => import('./NoticeManage.tsx'),
    messages: ['notice', 'kit'],
    first: firstPage('/announcements'),
  },
  'notice-add': { load: noticeForm, messages: ['notice', 'kit'] },
  'notice-edit': { load: noticeForm, messages: ['notice', 'kit'] },
  'announcement-detail': { load: () => import('./AnnouncementDetail.tsx'), messages: ['notice', 'kit'] },
  'message-manage': {
    load: () => import('./MessageManage.tsx'),
    messages: ['notice', 'kit'],
    first: firstPage('/comments'),
  },
} satisfies Views
