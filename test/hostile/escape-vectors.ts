/** Where the canary listens. */
export interface CanaryHosts {
  httpHost: string;
  tcpHost: string;
  udpHost: string;
}

/** Every way HTML is known to reach out by, one document fragment each. */
export function escapeVectors({ httpHost, tcpHost, udpHost }: CanaryHosts): Record<string, string> {
  const at = (path: string): string => `http://${httpHost}/${path}`;
  const webSocket = `ws://${httpHost}/websocket`;
  const script = (code: string): string => `<script>${code}</script>`;
  const worker = (code: string): string => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;
  const rules = (path: string): string => JSON.stringify({ prefetch: [{ source: "list", urls: [at(path)] }] });

  return {
    image: `<img src="${at("image")}">`,
    "image srcset": `<img srcset="${at("srcset")} 1x">`,
    "image redirected": `<img src="${at("redirect")}">`,
    "input image": `<input type="image" src="${at("input")}">`,
    "table background": `<table background="${at("background")}"><tr><td>x</table>`,
    "style link": `<link rel="stylesheet" href="${at("stylesheet")}">`,
    "style import": `<style>@import "${at("import")}";</style>`,
    "style background": `<style>#a{background:url(${at("css-background")})}</style><div id="a">x</div>`,
    "style content": `<style>#a::before{content:url(${at("css-content")})}</style><i id="a"></i>`,
    "style font": `<style>@font-face{font-family:z;src:url(${at("font")})}p{font-family:z}</style><p>x</p>`,
    frame: `<iframe src="${at("frame")}"></iframe>`,
    "frame srcdoc": `<iframe srcdoc='<img src="${at("srcdoc")}">'></iframe>`,
    "frame file": `<iframe src="file:///etc/hostname"></iframe>`,
    "image file": `<img src="file:///etc/hostname">`,
    object: `<object data="${at("object")}"></object>`,
    embed: `<embed src="${at("embed")}">`,
    portal: `<portal src="${at("portal")}"></portal><fencedframe src="${at("fenced")}"></fencedframe>`,
    "meta refresh": `<meta http-equiv="refresh" content="0;url=${at("refresh")}">`,
    base: `<base href="${at("base/")}"><img src="relative.png">`,
    "script source": `<script src="${at("source.js")}"></script>`,
    preload: `<link rel="preload" as="image" href="${at("preload")}">`,
    prefetch: `<link rel="prefetch" href="${at("prefetch")}">`,
    prerender: `<link rel="prerender" href="${at("prerender")}">`,
    preconnect: `<link rel="preconnect" href="http://${tcpHost}">`,
    "dns prefetch": `<link rel="dns-prefetch" href="//${tcpHost}">`,
    icon: `<link rel="icon" href="${at("icon")}">`,
    manifest: `<link rel="manifest" href="${at("manifest")}">`,
    modulepreload: `<link rel="modulepreload" href="${at("module.js")}">`,
    "svg image": `<svg width="9" height="9"><image href="${at("svg-image")}" width="9" height="9"/></svg>`,
    "svg use": `<svg><use href="${at("svg-use")}#x"/></svg>`,
    "svg filter": `<svg width="9" height="9"><filter id="f"><feImage href="${at("svg-filter")}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
    "svg script": `<svg><script href="${at("svg.js")}"></script></svg>`,
    video: `<video src="${at("video")}" autoplay muted poster="${at("poster")}"></video>`,
    audio: `<audio src="${at("audio")}" preload="auto"></audio>`,
    track: `<video><track default src="${at("track")}"></video>`,
    ping: `<a id="a" href="#x" ping="${at("ping")}">x</a>${script("document.getElementById('a').click()")}`,
    download: `<a id="a" href="${at("download")}" download>x</a>${script("document.getElementById('a').click()")}`,
    speculation: `<script type="speculationrules">${rules("speculation")}</script>`,
    "speculation added": script(
      `s=document.createElement('script');s.type='speculationrules';s.nonce=document.currentScript.nonce;s.textContent='${rules("speculation-added")}';document.head.append(s)`,
    ),
    fetch: script(`fetch('${at("fetch")}').catch(()=>{})`),
    "fetch later": script(`window.fetchLater&&fetchLater('${at("fetch-later")}',{activateAfter:0})`),
    "fetch keepalive": script(
      `fetch('${at("keepalive")}',{keepalive:true,mode:'no-cors',method:'POST'}).catch(()=>{})`,
    ),
    "XML request": script(`x=new XMLHttpRequest;x.open('GET','${at("xhr")}');x.send()`),
    beacon: script(`navigator.sendBeacon('${at("beacon")}')`),
    "event source": script(`new EventSource('${at("events")}')`),
    WebSocket: script(`new WebSocket('${webSocket}')`),
    WebTransport: script(`new WebTransport('https://${httpHost}/transport').ready.catch(()=>{})`),
    "worker fetch": script(worker(`fetch('${at("worker")}').catch(()=>{})`)),
    "worker WebSocket": script(worker(`new WebSocket('${webSocket}')`)),
    "worker import": script(`new Worker('${at("worker.js")}')`),
    "shared worker": script(
      `new SharedWorker(URL.createObjectURL(new Blob(["fetch('${at("shared")}').catch(()=>{})"])))`,
    ),
    "service worker": script(`navigator.serviceWorker.register('/sw.js')`),
    WebRTC: script(
      `p=new RTCPeerConnection({iceServers:[{urls:'stun:${udpHost}'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`,
    ),
    "WebRTC of a frame": `<iframe id="f"></iframe>${script(
      `p=new (document.getElementById('f').contentWindow.RTCPeerConnection)({iceServers:[{urls:'stun:${udpHost}'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`,
    )}`,
    form: `<form id="f" action="${at("form")}" method="post"></form>${script("document.getElementById('f').submit()")}`,
    "form in a new window": `<form id="f" action="${at("form-blank")}" target="_blank"></form>${script("document.getElementById('f').submit()")}`,
    location: script(`location.href='${at("location")}'`),
    "location later": script(`setTimeout(()=>{location.href='${at("location-later")}'},20)`),
    "new window": script(`window.open('${at("window")}')`),
    "dynamic import": script(`import('${at("import.js")}').catch(()=>{})`),
    worklet: script(`CSS.paintWorklet&&CSS.paintWorklet.addModule('${at("worklet.js")}')`),
    "image of script": script(`new Image().src='${at("script-image")}'`),
    "style of script": script(`document.head.innerHTML+='<link rel=stylesheet href=${at("script-style")}>'`),
  };
}
