// A SharedInformer of the real client-go, for tests of the playground.
//
//	informerProgram -kubeconfig FILE [-user-agent NAME] [-protobuf] RESOURCE...
//
// RESOURCE is one such as v1/configmaps or apps/v1/deployments. The first line of its standard output is JSON that tells which of
// client-go's feature gates are on (KUBE_FEATURE_NAME=true|false in the environment sets them), then comes one for each call of a
// handler, and for each line that it reads, one with what its stores hold. Standard error has client-go's own log. It ends with its
// standard input. It builds with client-go 0.32 and later.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/features"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

// Gates are those that informers depend on, as far as this client-go knows them.
type Gates struct {
	Gates map[string]bool `json:"gates"`
}

var gates = []features.Feature{"WatchListClient", "InOrderInformers", "InOrderInformersBatchProcess", "AtomicFIFO", "UnlockWhileProcessingFIFO"}

// Call is one of a handler. UID and Version are of the object that it brought: of a tombstone, of the last one that was known.
type Call struct {
	Resource string `json:"resource"`
	// added, updated or deleted.
	Call    string `json:"call"`
	Key     string `json:"key"`
	UID     string `json:"uid"`
	Version string `json:"version"`
	// Of an update: of the object before.
	OldUID     string `json:"oldUid,omitempty"`
	OldVersion string `json:"oldVersion,omitempty"`
	// Of a deletion that was found out by a list.
	Tombstone bool `json:"tombstone,omitempty"`
	// Of an addition that was in the first list.
	Initial bool `json:"initial,omitempty"`
}

// Stores holds, by resource, "KEY UID VERSION" of each object, sorted, and whether the informer and its handler have synced.
type Stores struct {
	Stores map[string][]string `json:"stores"`
	Synced map[string]bool     `json:"synced"`
}

// Output of handlers, which run side by side.
type output struct {
	mutex   sync.Mutex
	encoder *json.Encoder
}

func (o *output) write(value any) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if err := o.encoder.Encode(value); err != nil {
		fail(fmt.Errorf("standard output could not be written: %w", err))
	}
}

type handler struct {
	resource string
	output   *output
}

func (h handler) OnAdd(object any, initial bool) {
	key, uid, version := identity(object)
	h.output.write(Call{Resource: h.resource, Call: "added", Key: key, UID: uid, Version: version, Initial: initial})
}

func (h handler) OnUpdate(old, object any) {
	key, uid, version := identity(object)
	_, oldUID, oldVersion := identity(old)
	h.output.write(Call{Resource: h.resource, Call: "updated", Key: key, UID: uid, Version: version, OldUID: oldUID, OldVersion: oldVersion})
}

func (h handler) OnDelete(object any) {
	tombstone, ok := object.(cache.DeletedFinalStateUnknown)
	if ok {
		object = tombstone.Obj
	}
	key, uid, version := identity(object)
	h.output.write(Call{Resource: h.resource, Call: "deleted", Key: key, UID: uid, Version: version, Tombstone: ok})
}

type informer struct {
	shared       cache.SharedIndexInformer
	registration cache.ResourceEventHandlerRegistration
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the file that says where the server is")
	userAgent := flag.String("user-agent", "client-go", "said with each request")
	protobuf := flag.Bool("protobuf", false, "asks for protobuf instead of JSON")
	flag.Parse()

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		fail(err)
	}
	config.UserAgent = *userAgent
	if *protobuf {
		config.ContentType = "application/vnd.kubernetes.protobuf"
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		fail(err)
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	out := &output{encoder: json.NewEncoder(os.Stdout)}
	out.write(knownGates())
	started := map[string]informer{}
	for _, resource := range flag.Args() {
		started[resource] = prepare(factory, resource, out)
	}
	ctx, cancel := context.WithCancel(context.Background())
	factory.Start(ctx.Done())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		out.write(read(started))
	}
	cancel()
	factory.Shutdown()
}

func knownGates() Gates {
	known := Gates{Gates: map[string]bool{}}
	for _, gate := range gates {
		if enabled, ok := isEnabled(gate); ok {
			known.Gates[string(gate)] = enabled
		}
	}
	return known
}

// isEnabled returns false, false for a gate that this client-go does not know: it panics on those.
func isEnabled(gate features.Feature) (enabled, ok bool) {
	defer func() { _ = recover() }()
	return features.FeatureGates().Enabled(gate), true
}

func prepare(factory informers.SharedInformerFactory, resource string, out *output) informer {
	generic, err := factory.ForResource(parse(resource))
	if err != nil {
		fail(err)
	}
	shared := generic.Informer()
	registration, err := shared.AddEventHandler(handler{resource, out})
	if err != nil {
		fail(err)
	}
	return informer{shared, registration}
}

func read(started map[string]informer) Stores {
	all := Stores{Stores: map[string][]string{}, Synced: map[string]bool{}}
	for resource, each := range started {
		lines := []string{}
		for _, object := range each.shared.GetStore().List() {
			key, uid, version := identity(object)
			lines = append(lines, key+" "+uid+" "+version)
		}
		sort.Strings(lines)
		all.Stores[resource] = lines
		all.Synced[resource] = each.shared.HasSynced() && each.registration.HasSynced()
	}
	return all
}

func parse(resource string) schema.GroupVersionResource {
	parts := strings.Split(resource, "/")
	switch len(parts) {
	case 2:
		return schema.GroupVersionResource{Version: parts[0], Resource: parts[1]}
	case 3:
		return schema.GroupVersionResource{Group: parts[0], Version: parts[1], Resource: parts[2]}
	}
	fail(fmt.Errorf("%q is no resource: it must be one such as v1/pods or apps/v1/deployments", resource))
	return schema.GroupVersionResource{}
}

func identity(object any) (key, uid, version string) {
	accessor, err := meta.Accessor(object)
	if err != nil {
		fail(fmt.Errorf("a handler was given something without metadata: %w", err))
	}
	name, err := cache.MetaNamespaceKeyFunc(object)
	if err != nil {
		fail(err)
	}
	return name, string(accessor.GetUID()), accessor.GetResourceVersion()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "informerProgram: "+err.Error())
	os.Exit(1)
}
