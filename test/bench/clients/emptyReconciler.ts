import { defineReconciler } from 'informer-inspector';

/** What any reconciler costs that does nothing: the loop around it, and the way to it. */
export default defineReconciler({ name: 'empty', for: 'v1/pods', reconcile() {} });
