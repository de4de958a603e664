// The search of the documentation site for pages that are opened from the disk, where browsers start no workers: the script
// of the worker runs in a hidden frame instead. Material for MkDocs would load such a script from another server.
if (location.protocol === "file:") {
  class FrameWorker extends EventTarget {
    /** @param {string | URL} url */
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      this.receiver = inside;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...scripts) =>
        scripts.reduce((before, script) => before.then(() => FrameWorker.load(inside, script)), Promise.resolve());
      this.ready = FrameWorker.load(inside, new URL(url, location.href));
    }

    static load(inside, url) {
      const script = inside.document.createElement("script");
      script.src = String(url);
      return new Promise((done, failed) => {
        script.onload = done;
        script.onerror = failed;
        inside.document.body.append(script);
      });
    }

    postMessage(data) {
      this.ready.then(() => this.receiver.dispatchEvent(new this.receiver.MessageEvent("message", { data })));
    }
  }
  window.Worker = FrameWorker;
  window.IFrameWorker = FrameWorker; // how the script of the worker finds out where it runs
}
