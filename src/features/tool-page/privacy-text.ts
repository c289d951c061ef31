/** What leaves the browser, said where the tool is. */
export const privacyText = (isLocal: boolean): string =>
  isLocal
    ? 'Nothing leaves this page while you use the tool: it runs in your browser and makes no request. When you leave the page after using it, one count goes to Fettle: which tool and version, whether it worked, and how long it took. No input and no result. A history of your runs stays in this browser, unless you switch it off.'
    : 'This tool runs on our server, in a sandbox without network or files. Your input is sent there when you press Run. The run is counted: which tool and version, whether it worked, and how long it took. Until the answer is there, this tab remembers the run, so that a reload does not lose it. A history of your runs stays in this browser, unless you switch it off.'
