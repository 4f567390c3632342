/** A package of the demonstration, written for it: SCORM 1.2 with two parts, one that is read and one that is answered, in each language. */
import { zipOf } from '#mock/crud/zipped.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import { treeOf } from '../../areas/course/package/archive.ts'
import { manifestOf } from '../../areas/course/package/manifest.ts'

interface Words {
  lang: string
  title: string
  read: string
  check: string
  pages: readonly (readonly [heading: string, text: string])[]
  questions: readonly { ask: string; options: readonly string[]; right: number; why: string }[]
  next: string
  back: string
  finish: string
  page: string
  result: string
  right: string
  wrong: string
}
const english: Words = {
  lang: 'en',
  title: 'Is this mail what it seems?',
  read: 'Four things to look at',
  check: 'Decide for yourself',
  pages: [
    [
      'Who sent it',
      'The name in front of an address is free text. Read the address itself, and its domain from the right: in accounts.example.net the domain is example.net, whatever stands before it.',
    ],
    [
      'What it wants',
      'Mail that makes you hurry wants you not to think. A deadline of an hour, a locked account, a fine: ask the sender by another way before you act.',
    ],
    [
      'Where it leads',
      'The words of a link say nothing about its address. Rest the pointer on it and read the domain, or type the address yourself.',
    ],
    [
      'What it carries',
      'An attachment that you did not expect is not opened, whatever its icon shows. A file that asks to switch on macros has no good reason to.',
    ],
  ],
  questions: [
    {
      ask: 'Which address belongs to the domain example.org?',
      options: ['security@example.org.login.example', 'security@mail.example.org', 'example.org@mail.example'],
      right: 1,
      why: 'Domains are read from the right.',
    },
    {
      ask: 'Your director asks by mail for a payment within the hour and cannot take calls. What now?',
      options: ['Pay, and tell them', 'Reply and ask whether it is real', 'Ask by a way that you know already'],
      right: 2,
      why: 'A reply goes to whoever wrote the mail.',
    },
    {
      ask: 'A document says that it is protected and asks you to enable its content. What is that?',
      options: ['An ordinary protection', 'A way to run a macro', 'A fault of the viewer'],
      right: 1,
      why: 'Nothing is protected by running code.',
    },
  ],
  next: 'Next',
  back: 'Back',
  finish: 'Hand in',
  page: 'Page {n} of {all}',
  result: '{n} of {all} right',
  right: 'Right.',
  wrong: 'Not right.',
}
const chinese: Words = {
  lang: 'zh',
  title: '这封邮件可信吗？',
  read: '四个要看的地方',
  check: '自己判断',
  pages: [
    [
      '谁发来的',
      '地址前面的姓名可以随意填写。请看地址本身，并从右向左读域名：accounts.example.net 的域名是 example.net，前面写什么都不算。',
    ],
    ['要你做什么', '催促你的邮件是不想让你思考。一小时的期限、账号被锁、罚款：行动之前，先用其他方式向发件人确认。'],
    ['通向哪里', '链接上的文字说明不了它的地址。把指针停在上面看清域名，或者自己输入地址。'],
    ['带了什么', '没有预料到的附件不要打开，无论图标是什么样子。要求启用宏的文件没有正当理由。'],
  ],
  questions: [
    {
      ask: '哪个地址属于域名 example.org？',
      options: ['security@example.org.login.example', 'security@mail.example.org', 'example.org@mail.example'],
      right: 1,
      why: '域名要从右向左读。',
    },
    {
      ask: '主管发邮件要求一小时内付款，并说无法接听电话。怎么办？',
      options: ['先付款再告知', '回复邮件询问真假', '用已知的其他方式确认'],
      right: 2,
      why: '回复只会回到写这封邮件的人手里。',
    },
    {
      ask: '文档提示“受保护”，要求启用内容。这是什么？',
      options: ['普通的保护', '运行宏的手段', '查看器的故障'],
      right: 1,
      why: '运行代码起不到任何保护作用。',
    },
  ],
  next: '下一页',
  back: '上一页',
  finish: '提交',
  page: '第 {n} 页，共 {all} 页',
  result: '答对 {n} 题，共 {all} 题',
  right: '正确。',
  wrong: '不正确。',
}

const style = `:root{color-scheme:light dark;font:17px/1.6 system-ui,sans-serif}body{max-width:44rem;margin:0 auto;padding:2rem 1.5rem}
h1{font-size:1.4rem;line-height:1.3}fieldset{border:0;margin:0 0 1.4rem;padding:0}legend{font-weight:600;padding:0}label{display:block;padding:.3rem 0}
button{font:inherit;padding:.4rem 1.1rem}p.why{margin:.2rem 0}nav{display:flex;gap:1rem;align-items:center;margin-top:2rem}`
const script = `
function find(w){for(var n=0;w&&n<10;n++){try{if(w.API)return w.API}catch(e){}if(w.parent===w)break;w=w.parent}return null}
var api=find(window),began=Date.now(),over=false;
function get(k){return api?api.LMSGetValue(k):''}function set(k,v){if(api)api.LMSSetValue(k,String(v))}
function time(){var s=Math.round((Date.now()-began)/1000);function two(n){return(n<10?'0':'')+n}return two(Math.floor(s/3600))+':'+two(Math.floor(s/60)%60)+':'+two(s%60)}
if(api){api.LMSInitialize('');if(get('cmi.core.lesson_status')==='not attempted')set('cmi.core.lesson_status','incomplete')}
function leave(){if(over||!api)return;over=true;set('cmi.core.session_time',time());if(get('cmi.core.lesson_status')==='incomplete')set('cmi.core.exit','suspend');api.LMSFinish('')}
addEventListener('pagehide',leave);addEventListener('unload',leave);`
const filled = 'function fill(t,n,all){return t.replace("{n}",n).replace("{all}",all)}'
const documentOf = (w: Words, title: string, body: string, code: string): string =>
  `<!doctype html><html lang="${w.lang}"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="style.css"></head><body>${body}<script src="run.js"></script><script>${filled};var W=${JSON.stringify(w).replaceAll('<', '\\u003c')};${code}</script></body></html>`

const readPage = (w: Words): string =>
  documentOf(
    w,
    w.read,
    `<main aria-live="polite"><h1 id="h"></h1><p id="p"></p></main><nav><button id="back">${w.back}</button><button id="next">${w.next}</button><span id="n"></span></nav>`,
    `var at=Math.min(W.pages.length-1,Number(get('cmi.core.lesson_location'))||0);
function show(){document.getElementById('h').textContent=W.pages[at][0];document.getElementById('p').textContent=W.pages[at][1];document.getElementById('n').textContent=fill(W.page,at+1,W.pages.length);
document.getElementById('back').disabled=at===0;document.getElementById('next').disabled=at===W.pages.length-1;set('cmi.core.lesson_location',at);if(at===W.pages.length-1)set('cmi.core.lesson_status','completed');if(api)api.LMSCommit('')}
document.getElementById('back').onclick=function(){at--;show()};document.getElementById('next').onclick=function(){at++;show()};show()`,
  )
const checkPage = (w: Words): string =>
  documentOf(
    w,
    w.check,
    `<h1>${w.check}</h1><form id="f">${w.questions
      .map(
        (q, n) =>
          `<fieldset><legend>${q.ask}</legend>${q.options.map((o, k) => `<label><input type="radio" name="q${n}" value="${k}"> ${o}</label>`).join('')}<p class="why" id="w${n}"></p></fieldset>`,
      )
      .join('')}<button>${w.finish}</button> <b id="r" role="status"></b></form>`,
    `var f=document.getElementById('f'),kept=(get('cmi.suspend_data')||'').split(',');
W.questions.forEach(function(q,n){var i=f.querySelector('[name=q'+n+'][value="'+kept[n]+'"]');if(i)i.checked=true});
function chosen(n){var i=f.querySelector('[name=q'+n+']:checked');return i?i.value:''}
f.onchange=function(){set('cmi.suspend_data',W.questions.map(function(q,n){return chosen(n)}).join(','))};
f.onsubmit=function(e){e.preventDefault();var right=0;W.questions.forEach(function(q,n){var ok=Number(chosen(n))===q.right&&chosen(n)!=='';if(ok)right++;document.getElementById('w'+n).textContent=(ok?W.right:W.wrong)+' '+q.why;
set('cmi.interactions.'+n+'.id','q'+n);set('cmi.interactions.'+n+'.type','choice');set('cmi.interactions.'+n+'.student_response',chosen(n)||'0');set('cmi.interactions.'+n+'.result',ok?'correct':'wrong')});
document.getElementById('r').textContent=fill(W.result,right,W.questions.length);set('cmi.core.score.min',0);set('cmi.core.score.max',100);set('cmi.core.score.raw',Math.round(100*right/W.questions.length));set('cmi.core.lesson_status','completed');set('cmi.core.session_time',time());if(api)api.LMSCommit('')}`,
  )
const manifest = (w: Words): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="mail" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>${w.title}</title>
    <item identifier="read" identifierref="r1"><title>${w.read}</title></item>
    <item identifier="check" identifierref="r2"><title>${w.check}</title><adlcp:masteryscore>60</adlcp:masteryscore></item>
  </organization></organizations>
  <resources>
    <resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="read.html"><file href="read.html"/><file href="style.css"/><file href="run.js"/></resource>
    <resource identifier="r2" type="webcontent" adlcp:scormtype="sco" href="check.html"><file href="check.html"/><file href="style.css"/><file href="run.js"/></resource>
  </resources>
</manifest>
`
const filesOf = (w: Words): { name: string; bytes: string }[] => [
  { name: 'imsmanifest.xml', bytes: manifest(w) },
  { name: 'read.html', bytes: readPage(w) },
  { name: 'check.html', bytes: checkPage(w) },
  { name: 'style.css', bytes: style },
  { name: 'run.js', bytes: script },
]
async function packed(w: Words): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of zipOf(filesOf(w))) parts.push(part)
  return Buffer.concat(parts)
}
function described(w: Words): ScormManifest {
  const files = filesOf(w)
  return {
    ...manifestOf(
      treeOf(Buffer.from(manifest(w))),
      files.map((f) => f.name),
    ),
    files: files.length,
    bytes: files.reduce((n, f) => n + Buffer.byteLength(f.bytes), 0),
  }
}
export const mailPackage = {
  en: { bytes: () => packed(english), manifest: () => described(english) },
  zh: { bytes: () => packed(chinese), manifest: () => described(chinese) },
}
